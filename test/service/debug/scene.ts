import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Client, createClient } from '../../../source/client/client.ts';
import type { ServiceOptions } from '../../../source/service/start.ts';
import { atEnd, atFileEnd } from '../../fixtures/cleanup.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { children } from '../../programs/children.ts';
import { type LocalService, startLocalService } from '../../programs/local-service.ts';
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

export interface LocalScene {
	readonly service: LocalService;
	readonly client: Client;
	readonly stateFolder: string;
}

/** Starts a service in this process, with its engine in another. It ends with its scope. */
export async function localScene(more: Partial<ServiceOptions> = {}): Promise<LocalScene> {
	const folder = await makeFolder();
	const service = await startLocalService(folder, more);
	const client = createClient({ url: service.url, generation: 'B' });
	atEnd(async () => {
		await client.close();
		await service.close();
	});
	return { service, client, stateFolder: join(folder, 'state') };
}

/** Returns an environment that loads a program into service and engine. */
export async function preload(folder: string, program: string): Promise<Record<string, string>> {
	const path = join(folder, 'preload.mjs');
	await writeFile(path, program);
	return { NODE_OPTIONS: `--import=${pathToFileURL(path)}` };
}
