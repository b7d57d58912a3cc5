import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../bench/peers/peer.ts';
import { run } from '../commands/program.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { notInstalled, programPath, runForeign } from './clients/client.ts';

const program = 'transmission-daemon';
const DOWNLOADS = 1000;
/** Pieces of each torrent: 7 of 16 KiB. */
const FILES = { 'a.bin': 60_000, 'b.bin': 50_000 };
/** One piece of each file is hashed. */
const SAMPLE = 2;
const TIMEOUT_MS = 300_000;

/** Sends a request to transmission. Its first answer only has the session id. */
async function ask(port: number, method: string, parameters: object): Promise<Record<string, unknown>> {
	const url = `http://127.0.0.1:${port}/transmission/rpc`;
	const body = JSON.stringify({ method, arguments: parameters });
	const first = await fetch(url, { method: 'POST', body });
	const headers = { 'x-transmission-session-id': first.headers.get('x-transmission-session-id') ?? '' };
	const answer = first.status === 409 ? await fetch(url, { method: 'POST', headers, body }) : first;
	const { result, arguments: values } = (await answer.json()) as {
		readonly result: string;
		readonly arguments: Record<string, unknown>;
	};
	if (result !== 'success') throw new Error(`${method}: ${result}`);
	return values;
}

test(
	`${DOWNLOADS} torrents of a real transmission are imported with their progress, and not hashed again`,
	async (context) => {
		if (!programPath(program)) context.skip(notInstalled(program, program));
		const folder = await makeFolder();
		const home = join(folder, 'transmission');
		const data = join(folder, 'data');
		mkdirSync(home);
		const rpcPort = await freePort();
		const settings = {
			'bind-address-ipv4': '127.0.0.1',
			'bind-address-ipv6': '::1',
			'dht-enabled': false,
			'download-dir': data,
			'lpd-enabled': false,
			'peer-port': await freePort(),
			'pex-enabled': false,
			'port-forwarding-enabled': false,
			'rpc-authentication-required': false,
			'rpc-bind-address': '127.0.0.1',
			'rpc-port': rpcPort,
			'utp-enabled': false,
		};
		writeFileSync(join(home, 'settings.json'), JSON.stringify(settings));
		const daemon = runForeign(program, ['--foreground', '--config-dir', home], home);
		const service = await runService({ flags: ['--log-level', 'debug'] });
		try {
			await until(() => ask(rpcPort, 'session-get', {}).catch(() => false));
			for (let number = 0; number < DOWNLOADS; number++) {
				const { bytes } = await makeTorrent(data, `torrent ${number}`, FILES);
				// A third of them lacks the second file.
				if (number % 3 === 0) writeFileSync(join(data, `torrent ${number}/b.bin`), '');
				const metainfo = Buffer.from(bytes).toString('base64');
				await ask(rpcPort, 'torrent-add', { metainfo, paused: number % 2 === 0 });
			}
			const fields = ['hashString', 'percentDone', 'status'];
			interface Torrent {
				readonly hashString: string;
				readonly percentDone: number;
				readonly status: number;
			}
			// 1 and 2: waiting for a check, and checking.
			const torrents = await until(
				async () => {
					const values = await ask(rpcPort, 'torrent-get', { fields });
					const found = values.torrents as readonly Torrent[];
					return (
						found.length === DOWNLOADS && found.every(({ status }) => status > 2 || status === 0) && found
					);
				},
				{ timeoutMs: TIMEOUT_MS },
			);
			await daemon.stop();
			await until(() => readdirSync(join(home, 'resume')).length === DOWNLOADS);
			const start = Date.now();
			const line = ['import', 'transmission', home, '--state-dir', service.stateFolder, '--json'];
			const { code, out, err } = await run(line);
			const seconds = (Date.now() - start) / 1000;
			expect(err).toBe('');
			expect(code).toBe(0);
			expect(JSON.parse(out)).toMatchObject({ totals: { imported: DOWNLOADS, failed: 0, with_problems: 0 } });
			process.stdout.write(`${DOWNLOADS} downloads of transmission imported in ${seconds.toFixed(1)} s\n`);
			const { downloads } = await service.client().listDownloads();
			expect(downloads).toHaveLength(DOWNLOADS);
			const progress = new Map(torrents.map(({ hashString, percentDone }) => [hashString, percentDone]));
			for (const download of downloads) {
				const expected = progress.get(download.infohash) ?? -1;
				// transmission counts blocks of incomplete pieces too.
				expect(Math.abs((download.progress ?? 0) - expected), download.name).toBeLessThan(0.15);
			}
			const checked = () => [...service.output().matchAll(/: (\d+) of 7 pieces read from the disk/g)];
			await until(() => checked().length >= DOWNLOADS / 2, { timeoutMs: TIMEOUT_MS });
			for (const [, read] of checked()) expect(Number(read)).toBeLessThanOrEqual(SAMPLE);
		} finally {
			await daemon.stop();
		}
	},
	TIMEOUT_MS * 2,
);
