import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contextsPath } from '../../source/commands/context/contexts-file.ts';
import { makeFolder } from '../fixtures/folder.ts';

export const names = ['alpha', 'beta', 'gamma', 'delta', 'omega'] as const;

export interface Written {
	readonly name: string;
	readonly url: string;
	readonly key?: string;
}

/** Makes a home with contexts. The first one is the default. */
export async function homeWith(contexts: readonly Written[]): Promise<string> {
	const home = await makeFolder();
	const folder = dirname(pathIn(home));
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'view.json'), JSON.stringify({ details: 'hidden' }));
	await writeContexts(home, contexts);
	return home;
}

const pathIn = (home: string) => contextsPath({ XDG_CONFIG_HOME: join(home, '.config') });

export async function writeContexts(home: string, contexts: readonly Written[]): Promise<void> {
	const path = pathIn(home);
	await writeFile(`${path}.new`, JSON.stringify({ default: contexts[0]?.name, contexts }));
	await chmod(`${path}.new`, 0o600);
	await rename(`${path}.new`, path);
}
