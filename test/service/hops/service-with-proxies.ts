import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Download } from '../../../source/protocol/resources/download.ts';
import { type RunningService, startService } from '../../programs/service-process.ts';
import { temporaryFolder } from '../../programs/temporary-folder.ts';
import { until } from '../../programs/until.ts';
import type { SocksServer } from './socks-server.ts';

/** Returns the only download of a service. */
export async function only(service: RunningService): Promise<Download> {
	const { downloads } = await service.client().listDownloads();
	const [download] = downloads;
	if (!download) throw new Error('there is no download');
	return download;
}

/** Waits until the only download has a status, and returns it. */
export function reach(service: RunningService, status: string): Promise<Download> {
	return until(async () => {
		const download = await only(service);
		return download.status === status && download;
	});
}

/** Returns a function that starts a service with these proxies, each time in the same folder. */
export async function starter(): Promise<(proxies: readonly SocksServer[]) => Promise<RunningService>> {
	const folder = await temporaryFolder();
	onTestFinished(folder.remove);
	const settings = join(folder.path, 'settings.json');
	return async (proxies) => {
		const texts = proxies.map(({ host, port }) => `socks5://${host}:${port}`);
		await writeFile(settings, JSON.stringify({ proxies: texts }));
		const service = await startService(folder.path, ['--settings', settings, '--peer-host', '127.0.0.1']);
		onTestFinished(() => service.end());
		return service;
	};
}
