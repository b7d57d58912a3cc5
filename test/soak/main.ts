/**
 * A long run under constant load, on loopback: `npm run soak -- --minutes N`. Two services with their engines add and
 * remove downloads, stream, serve listeners and trade with each other. It prints how memory, descriptors, threads and
 * files change, and fails if one of them grows. It uses `dist/`.
 */
import { setMaxListeners } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { closedPort } from '../../source/demo/closed-port.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { cli, startService } from '../programs/service-process.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { type TradedAsset, Trader } from '../programs/trader.ts';
import { Counts, type Loaded, runLoad } from './load.ts';
import { report } from './report.ts';
import { type Sample, sampleService } from './samples.ts';

const DEFAULT_MINUTES = 30;
const SAMPLE_MS = 3_000;
/** The shortest one, so that trades are deleted within the run. */
const HISTORY_DAYS = 0.001;
/** A credit of 1 MB pays a trade of 3 MB in three rounds. */
const assets: readonly TradedAsset[] = [
	{ name: 'MB', precision: 0, balance: '1000000', credit: '1' },
	{ name: 'BTC', precision: 8, balance: '1000', credit: '1' },
];

const { values } = parseArgs({ options: { minutes: { type: 'string' } } });
const minutes = Number(values.minutes ?? DEFAULT_MINUTES);
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0.');
process.exitCode = (await soak(minutes)) ? 0 : 1;

/** Returns whether all figures level off. */
async function soak(minutes: number): Promise<boolean> {
	const folder = await temporaryFolder();
	const ends: (() => Promise<unknown>)[] = [() => folder.remove()];
	try {
		const tracker = await startTracker();
		ends.push(() => tracker.close());
		const data = join(folder.path, 'seeded');
		const seeded = await Promise.all(
			Array.from({ length: 4 }, (_, index) => {
				const name = `seeded-${index}`;
				return makeTorrent(data, name, { [`${name}.mkv`]: 1_500_000 }, { trackers: [tracker.url] });
			}),
		);
		const seeder = await startSeeder(
			seeded.map((torrent) => ({ ...torrent, folder: data })),
			0,
		);
		ends.push(() => seeder.close());
		const [port, otherPort] = await Promise.all([closedPort(), closedPort()]);
		const services = [
			await startTrading(join(folder.path, 'a'), port, otherPort),
			await startTrading(join(folder.path, 'b'), otherPort, port),
		] as const;
		for (const { service } of services) ends.push(() => service.end());

		const counts = new Counts();
		const ended = new AbortController();
		setMaxListeners(0, ended.signal);
		const startMs = Date.now();
		const load = runLoad({ services, seeded, tracker: tracker.url, counts, signal: ended.signal });
		const failed = load.then(() => undefined);
		const samples: { readonly minute: number; readonly sample: Sample }[] = [];
		for (const endMs = startMs + minutes * 60_000; Date.now() < endMs; ) {
			await Promise.race([delay(SAMPLE_MS), failed]);
			const found = await Promise.all(services.map(({ name, service }) => sampleService(name, service)));
			const sample = new Map(found.flatMap((one) => [...one]));
			samples.push({ minute: (Date.now() - startMs) / 60_000, sample });
		}
		ended.abort();
		await load;
		const { lines, isLevel } = report(samples);
		process.stdout.write(`${[`${minutes} minutes: ${counts}`, '', ...lines].join('\n')}\n`);
		return isLevel;
	} finally {
		for (const end of ends.reverse()) await end();
	}
}

async function startTrading(folder: string, port: number, otherPort: number): Promise<Loaded> {
	await mkdir(folder, { recursive: true });
	const settings = join(folder, 'settings.json');
	await writeFile(settings, JSON.stringify({ market: { assets, history_days: HISTORY_DAYS } }));
	const options = [
		...['--peer-host', '127.0.0.1', '--peer-port', String(port), '--no-pex'],
		...['--overlay', '--overlay-peer', `127.0.0.1:${otherPort}`, '--settings', settings],
	];
	const preloaded = new URL('collect-garbage.mjs', import.meta.url).href;
	const service = await startService(folder, options, cli, { NODE_OPTIONS: `--import=${preloaded}` });
	const name = folder.slice(-1);
	return { name, service, client: service.client(), trader: new Trader(service, assets) };
}
