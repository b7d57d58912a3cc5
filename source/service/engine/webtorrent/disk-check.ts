import { setPiece } from '../../metainfo/layout.ts';
import type { Metainfo, MetainfoFile } from '../../metainfo/metainfo.ts';
import { type CheckPlan, planCheck, suspectPieces } from './check-plan.ts';
import { hashPieces } from './hash-pieces.ts';
import type { FileStore } from './store.ts';
import type { Turns } from './turns.ts';

export interface DiskCheck {
	readonly metainfo: Metainfo;
	readonly destination: string;
	readonly store: FileStore;
	/** Pieces that are said to be complete; absent when nothing is known. */
	readonly claimed: Uint8Array | undefined;
	readonly wanted: readonly MetainfoFile[];
	readonly signal: AbortSignal;
	/** Looks at files and samples: several downloads at a time. */
	readonly glances: Turns;
	/** Hashes: one download at a time. */
	readonly checks: Turns;
	/** Called as a check that hashes goes on, with the part that is done from 0 to 1. */
	readonly onProgress: (progress: number) => void;
}

export interface CheckedDisk {
	readonly bitfield: Uint8Array;
	/** Is it what was claimed? Then there is nothing new to tell. */
	readonly asClaimed: boolean;
	/** Pieces that were read. */
	readonly read: number;
}

/** Finds out which pieces are on the disk, reading as little as `planCheck` allows. */
export async function checkDisk(check: DiskCheck): Promise<CheckedDisk> {
	const { metainfo, claimed, signal } = check;
	const { plan, bad } = await check.glances.run(signal, () => glance(check));
	const bitfield = Uint8Array.from(plan.bitfield);
	const doubted = new Set(plan.hash);
	if (bad.length > 0) for (const index of suspectPieces(metainfo, bad, plan.absent)) doubted.add(index);
	for (const index of doubted) setPiece(bitfield, index, false);
	if (doubted.size > 0) {
		const pieces = [...doubted].sort((a, b) => a - b);
		await check.checks.run(signal, async () => {
			let done = 0;
			check.onProgress(0);
			await hashPieces(metainfo, check.store, pieces, signal, (index, good) => {
				setPiece(bitfield, index, good);
				done++;
				check.onProgress(done / pieces.length);
			});
		});
	}
	const asClaimed = claimed !== undefined && Buffer.compare(claimed, bitfield) === 0;
	return { bitfield, asClaimed, read: plan.sample.length + doubted.size };
}

async function glance(check: DiskCheck): Promise<{ plan: CheckPlan; bad: number[] }> {
	const plan = await planCheck(check.metainfo, check.destination, check.claimed, check.wanted);
	const bad: number[] = [];
	await hashPieces(check.metainfo, check.store, plan.sample, check.signal, (index, good) => {
		if (!good) bad.push(index);
	});
	return { plan, bad };
}
