import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Client } from '../../../source/client/client.ts';
import { children } from '../../programs/children.ts';
import { type RunningService, startService } from '../../programs/service-process.ts';
import { temporaryFolder } from '../../programs/temporary-folder.ts';

export interface Scene {
	readonly folder: string;
	readonly service: RunningService;
	readonly client: Client;
	/** Process id of the engine. */
	readonly engine: number;
}

/** Starts a service that ends with the test. */
export async function scene(
	options: readonly string[] = [],
	env: Readonly<Record<string, string>> = {},
	settings: object = {},
): Promise<Scene> {
	const folder = await temporaryFolder();
	const file = join(folder.path, 'settings.json');
	await writeFile(file, JSON.stringify(settings), { mode: 0o600 });
	const all = ['--settings', file, '--peer-host', '127.0.0.1', ...options];
	const service = await startService(folder.path, all, undefined, env);
	onTestFinished(async () => {
		await service.end();
		await folder.remove();
	});
	const engine = children(service.child.pid ?? 0)[0] ?? 0;
	return { folder: folder.path, service, client: service.client(), engine };
}

/** Returns an environment that loads a program into service and engine. */
export async function preload(folder: string, program: string): Promise<Record<string, string>> {
	const path = join(folder, 'preload.mjs');
	await writeFile(path, program);
	return { NODE_OPTIONS: `--import=${pathToFileURL(path)}` };
}
