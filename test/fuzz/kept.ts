import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = new URL('kept/', import.meta.url).pathname;

/** Returns the path of the kept inputs of a target: each was a fault once. */
export function keptPath(name: string, within = folder): string {
	return join(within, `${name.replaceAll(' ', '-')}.json`);
}

/** Returns the kept inputs of a target. */
export async function readKept(name: string, within = folder): Promise<readonly unknown[]> {
	const text = await readFile(keptPath(name, within), 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return '[]';
		throw error;
	});
	const inputs: unknown = JSON.parse(text);
	if (!Array.isArray(inputs)) throw new Error(`${keptPath(name, within)} has no array of inputs`);
	return inputs;
}

/** Keeps a failing input, so that the tests run it from now on. */
export async function keep(name: string, input: unknown, within = folder): Promise<void> {
	const inputs = [...(await readKept(name, within)), input];
	await mkdir(within, { recursive: true });
	await writeFile(keptPath(name, within), `${JSON.stringify(inputs, undefined, '\t')}\n`);
}
