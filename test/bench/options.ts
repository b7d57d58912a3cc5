import { parseArgs } from 'node:util';
import type { Terminal } from './pty/session.ts';
import type { Effort } from './subject.ts';

/**
 * Parts of the benchmark. The cockpit: with its floor, its details with a torrent of very many files, the cost of a
 * list for the client. The harness and the peers. The service: the cost of many downloads and of their list, its speed beside another
 * client, and the stalls while it is debugged. The log: the
 * debug pane with a long log. The overlay: the cost of a service with it, and its messages. The market: the order book
 * with many events. Limits: the rates of 20 torrents relative to the limit. Move: a sparse torrent of 10 GiB moves to
 * another file system, killed halfway.
 */
export const parts = [
	'harness',
	'list',
	'cockpit',
	'floor',
	'files',
	'peers',
	'service-scale',
	'lists',
	'throughput',
	'debug',
	'log',
	'overlay',
	'market',
	'limits',
	'move',
] as const;
export type Part = (typeof parts)[number];

export interface Options {
	readonly parts: readonly Part[];
	readonly downloads: readonly number[];
	readonly terminal: Terminal;
	readonly quick: boolean;
	/** Rounds in which the cockpit and its floor alternate; undefined for the usual number. */
	readonly rounds: number | undefined;
	/** Measure checks with 50,000 files and with 4 GiB. */
	readonly full: boolean;
	/** The bundle of the cockpit. */
	readonly program: string;
	/** File for all raw results. */
	readonly json: string | undefined;
	/** Write the results of the parts into docs/benchmarks.md and README.md. */
	readonly write: boolean;
}

/** Number of downloads for which the targets apply. */
export const MAIN_COUNT = 10_000;

export const usage = `npm run bench -- [part…] [options]

parts: ${parts.join(', ')} (default: all; with --quick only those of the cockpit)
  --n N[,N…]      numbers of downloads (default: 100,1000,10000,50000; with --quick 10000)
  --size CxR      size of the terminal (default: 200x50)
  --rounds N      rounds in which the cockpit and its floor alternate (default: 5 with 10000 downloads, else 2)
  --quick         fewer presses, about three minutes
  --full          checks of 50,000 files and of 4 GiB (default: fewer and smaller)
  --program FILE  the cockpit to measure (default: dist/cli.js)
  --json FILE     all raw results
  --write         write the results of the parts into docs/benchmarks.md, and the table of README.md if the cockpit
                  and the peers were measured; results of other parts stay`;

/** Throws an Error for an invalid command line. */
export function readOptions(argv: readonly string[], program: string): Options {
	const { values, positionals } = parseArgs({
		args: [...argv],
		allowPositionals: true,
		options: {
			n: { type: 'string' },
			size: { type: 'string', default: '200x50' },
			quick: { type: 'boolean', default: false },
			rounds: { type: 'string' },
			full: { type: 'boolean', default: false },
			program: { type: 'string', default: program },
			json: { type: 'string' },
			write: { type: 'boolean', default: false },
		},
	});
	const chosen = parts.filter((part) => positionals.includes(part));
	const unknown = positionals.find((name) => !parts.some((part) => part === name));
	if (unknown !== undefined) throw new Error(`there is no part ${unknown}`);
	const [, columns, rows] = /^(\d+)x(\d+)$/.exec(values.size) ?? [];
	if (columns === undefined || rows === undefined) throw new Error(`${values.size} is not a size`);
	const downloads = (values.n ?? (values.quick ? '10000' : '100,1000,10000,50000')).split(',').map(Number);
	if (!downloads.every((n) => Number.isInteger(n) && n > 40)) throw new Error('--n has numbers above 40');
	const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
	if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0))
		throw new Error('--rounds is a number above 0');
	return {
		parts: partsToRun(chosen, values.quick),
		downloads,
		terminal: { columns: Number(columns), rows: Number(rows) },
		quick: values.quick,
		rounds,
		full: values.full,
		program: values.program,
		json: values.json,
		write: values.write,
	};
}

const quickParts: readonly Part[] = ['harness', 'list', 'cockpit', 'floor', 'files'];

function partsToRun(chosen: readonly Part[], quick: boolean): readonly Part[] {
	if (chosen.length === 0) return quick ? quickParts : parts;
	// The floor belongs to every measurement of the cockpit.
	return chosen.includes('cockpit') ? [...chosen, 'floor'] : chosen;
}

/** Returns what one round measures. The number of downloads of the targets is measured most. */
export function effortFor(downloads: number, quick: boolean): Effort {
	if (quick) {
		const presses = { key: 40, scroll: 30, page: 30, sort: 14, filter: 14 };
		return { presses, rest: 0, idle: 4, starts: 1, holds: 1 };
	}
	if (downloads === MAIN_COUNT) {
		const presses = { key: 80, scroll: 60, page: 60, sort: 25, filter: 28 };
		return { presses, rest: 30, idle: 30, starts: 3, holds: 1 };
	}
	const presses = { key: 60, scroll: 40, page: 40, sort: 20, filter: 28 };
	return { presses, rest: 30, idle: 6, starts: 2, holds: 0 };
}

/** Returns the number of rounds. */
export function roundsFor(downloads: number, quick: boolean): number {
	if (quick) return 2;
	return downloads === MAIN_COUNT ? 5 : 2;
}

/** Peers are measured less: some need a minute to load 10,000 torrents. */
export function peerEffortFor(torrents: number): Effort {
	const presses = { key: 60, scroll: 40, page: 30, sort: 20, filter: 28 };
	return { presses, rest: 0, idle: 5, starts: 1, holds: torrents < MAIN_COUNT ? 1 : 0 };
}
