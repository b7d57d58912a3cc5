import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runServiceProcess } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';

test('a change after the state folder was renamed and is back survives a kill', async () => {
	const service = await runServiceProcess();
	const client = service.client();
	const away = join(service.folder, 'away');
	await rename(service.stateFolder, away);
	await until(async () => (await client.getState()).state === 'EXCEPTION');
	await rename(away, service.stateFolder);
	await until(async () => (await client.getState()).state === 'STARTED');
	await client.addDownload({ body: { uri: `magnet:?xt=urn:btih:${'a'.repeat(40)}` } });
	await service.end('SIGKILL');
	await service.restart();
	expect((await service.client().listDownloads()).downloads).toHaveLength(1);
});
