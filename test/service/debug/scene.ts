import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '../../../source/client/client.ts';
import { atEnd, atFileEnd } from '../../fixtures/cleanup.ts';
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

let shared: Promise<Scene> | undefined;

/** Returns a service that the tests of a file share. */
export function sharedScene(): Promise<Scene> {
	shared ??= scene(undefined, undefined, atFileEnd);
	return shared;
}

/** Starts a service that ends with its scope. */
export async function scene(
	options: readonly string[] = [],
	env: Readonly<Record<string, string>> = {},
	ends = atEnd,
): Promise<Scene> {
	const folder = await temporaryFolder();
	const all = ['--peer-host', '127.0.0.1', ...options];
	const service = await startService(folder.path, all, undefined, env);
	ends(async () => {
		await service.end();
		await folder.remove();
	});
	return {
		folder: folder.path,
		service,
		client: service.client(),
		get engine() {
			return children(service.child.pid ?? 0)[0] ?? 0;
		},
	};
}

/** Returns an environment that loads a program into service and engine. */
export async function preload(folder: string, program: string): Promise<Record<string, string>> {
	const path = join(folder, 'preload.mjs');
	await writeFile(path, program);
	return { NODE_OPTIONS: `--import=${pathToFileURL(path)}` };
}
