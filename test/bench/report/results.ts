import type { FilesFound } from '../files/measure-files.ts';
import type { HarnessResult } from '../harness.ts';
import type { ListCost } from '../list.ts';
import type { Measured } from '../measure/subject.ts';
import type { Moved } from '../move/measure-move.ts';
import type { Throughput } from '../throughput/measure-throughput.ts';
import type { Finding } from './finding.ts';
import type { Machine } from './machine.ts';

/** The documents that `--write` changes, relative to the repository. */
export const writtenDocuments = { full: 'docs/benchmarks.md', small: 'README.md' } as const;

/** Everything that a run found, as `--json` writes it. */
export interface Results {
	readonly machine: Machine;
	readonly harness: HarnessResult | undefined;
	/** The cost of a list of 10,000 downloads for the client. */
	readonly list: readonly ListCost[];
	readonly measured: readonly Measured[];
	/** The details of a download, also with very many files. */
	readonly files: readonly FilesFound[];
	readonly peers: readonly Measured[];
	/** Peers that could not be measured, with reasons. */
	readonly absent: readonly string[];
	/** The cost of many downloads for the service. */
	readonly scale: readonly Finding[];
	/** The cost of the list of `seedtop serve` with a cockpit, on loopback and on a slow line. */
	readonly lists: readonly Finding[];
	readonly throughput: Throughput;
	/** Stalls of the service while it is debugged. */
	readonly debug: readonly Finding[];
	/** A long log in the debug pane. */
	readonly log: readonly Finding[];
	/** The cost of the overlay, and the speed of its messages. */
	readonly overlay: readonly Finding[];
	/** An order book with 10,000 ticks and 100 events a second. */
	readonly market: readonly Finding[];
	/** Rates of 20 torrents relative to their limit. */
	readonly limits: readonly Finding[];
	/** Times of a move to another file system. */
	readonly move: Moved;
}
