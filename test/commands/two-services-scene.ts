import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, onTestFinished } from 'vitest';
import { noteProcesses } from '../client/discovery/processes-database.ts';
import { dialects } from '../contract/foreign/dialects.ts';
import { type ForeignServer, startForeign } from '../contract/foreign/server.ts';
import { runService, type TestService } from '../fixtures/service.ts';

export let own: TestService;
export let other: ForeignServer;
export let env: Readonly<Record<string, string>>;

/** Starts a core of 7.14. Only its database contains its port. */
async function startCore(): Promise<ForeignServer> {
	const dialect = dialects.find(({ name }) => name === '7.14');
	if (!dialect) throw new Error('There is no dialect 7.14.');
	const service = await startForeign(dialect);
	onTestFinished(() => service.close());
	await mkdir(join(own.folder, '.Tribler/7.14'), { recursive: true });
	await writeFile(join(own.folder, '.Tribler/7.14/triblerd.conf'), `[api]\nkey = ${dialect.key}\n`);
	const port = Number(new URL(service.url).port);
	await noteProcesses(join(own.folder, '.Tribler/processes.sqlite'), [{ pid: process.pid, port }]);
	return service;
}

/** Ends the core, and starts another one at another port. */
export async function replaceCore(): Promise<void> {
	await other.close();
	other = await startCore();
}

/** Starts our service for the tests of a file, and a core for each test. */
export function prepareServices(): void {
	beforeAll(async () => {
		own = await runService();
	});

	beforeEach(async () => {
		env = {
			HOME: own.folder,
			XDG_CONFIG_HOME: join(own.folder, 'config'),
			XDG_STATE_HOME: join(own.folder, 'none'),
			CORE_API_PORT: '',
			SEEDTOP_URL: '',
			SEEDTOP_API_KEY: '',
			SEEDTOP_SERVICE: '',
		};
		other = await startCore();
	});
}
