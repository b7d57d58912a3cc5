import type { Semaphore } from '../../../../concurrency/semaphore.ts';
import { setPiece } from '../../../../metainfo/layout.ts';
import type { MetainfoFile } from '../../../../metainfo/metainfo.ts';
import { type CheckPlan, type Claim, planCheck, suspectPieces } from './check-plan.ts';
import type { DataFolder } from './data-folder.ts';
import { hashPieces, type PieceCheck } from './hash-pieces.ts';
import { requireUnchanged } from './missing-data.ts';

/** Smaller checks do not wait for large ones. Several run at once and keep all threads busy. */
const SMALL_CHECK_BYTES = 16 * 1024 * 1024;

interface DiskCheck extends Claim, Pick<PieceCheck, 'metainfo' | 'store' | 'workers' | 'signal'> {
	readonly folder: DataFolder;
	readonly selected: readonly MetainfoFile[];
	/** Whether recorded pieces must be right: only the user's check accepts that they are not. */
	readonly requires: boolean;
	/** Limits concurrent examinations of files and samples, and small hash checks. */
	readonly smallReads: Semaphore;
	/** Limits large hash checks to one download at a time. */
	readonly checks: Semaphore;
	/** Called during a hash check with the share done, 0 to 1. */
	readonly onProgress: (progress: number) => void;
}

export interface CheckedDisk {
	readonly bitfield: Uint8Array;
	/** Whether the bitfield must be reported. */
	readonly changed: boolean;
	/** Number of pieces read. */
	readonly read: number;
	/** Files whose data is known. See `CheckPlan`. */
	readonly known: ReadonlySet<MetainfoFile>;
}

/**
 * Determines which pieces are on the disk, with the minimum of reads that `planCheck` allows. Rejects as that does, and with
 * a DiskError when required pieces are wrong.
 */
export async function checkDisk(check: DiskCheck): Promise<CheckedDisk> {
	const { metainfo, claimed, signal } = check;
	const isSmall = metainfo.length <= SMALL_CHECK_BYTES;
	// Without data on the disk, a large torrent does not wait for the check of another one.
	const slots = !isSmall && claimed === undefined && check.checks.isFree ? check.checks : check.smallReads;
	const reads = claimed === undefined && (isSmall || slots === check.checks);
	const { plan, bad, found } = await slots.run(() => quickCheck(check, reads), signal);
	const bitfield = Uint8Array.from(plan.bitfield);
	const unverified = new Set(plan.hash);
	if (bad.length > 0) for (const index of suspectPieces(metainfo, bad, plan.absent)) unverified.add(index);
	for (const index of found) setPiece(bitfield, index, true);
	for (const index of unverified) setPiece(bitfield, index, false);
	if (unverified.size > 0) {
		const pieces = [...unverified].sort((a, b) => a - b);
		const small = pieces.length * metainfo.pieceLength <= SMALL_CHECK_BYTES;
		await (small ? check.smallReads : check.checks).run(async () => {
			let done = plan.read;
			const total = plan.read + pieces.length;
			check.onProgress(done / total);
			const onPiece = (index: number, good: boolean): void => {
				setPiece(bitfield, index, good);
				done++;
				check.onProgress(done / total);
			};
			await hashPieces({ ...check, pieces, onPiece, allowed: plan.allowed });
		}, signal);
	}
	if (check.requires && check.recorded)
		requireUnchanged(check, { recorded: check.recorded, found: bitfield, absent: plan.absent });
	const read = plan.read + plan.sample.length + plan.recover.length + unverified.size;
	// Without a claim even an empty result is reported. Otherwise sparse files would be read again.
	const changed = claimed === undefined || Buffer.compare(claimed, bitfield) !== 0;
	return { bitfield, changed, read, known: plan.known };
}

interface QuickCheck {
	readonly plan: CheckPlan;
	/** Claimed pieces that are wrong. */
	readonly bad: readonly number[];
	/** Complete pieces that were not claimed. */
	readonly found: readonly number[];
}

/** `reads`: whether small files are read while they are examined. */
async function quickCheck(check: DiskCheck, reads: boolean): Promise<QuickCheck> {
	const { metainfo, folder, selected, workers, signal } = check;
	let read = 0;
	const onRead = (pieces: number): void => {
		read += pieces;
		check.onProgress(read / metainfo.pieceCount);
	};
	const reading = reads ? { signal, onRead } : undefined;
	const plan = await planCheck(metainfo, folder, check, selected, workers, reading);
	const bad: number[] = [];
	const found: number[] = [];
	await hashPieces({
		...check,
		pieces: plan.sample,
		allowed: plan.allowed,
		onPiece: (index, good) => {
			if (!good) bad.push(index);
		},
	});
	await hashPieces({
		...check,
		pieces: plan.recover,
		allowed: plan.allowed,
		onPiece: (index, good) => {
			if (good) found.push(index);
		},
	});
	return { plan, bad, found };
}
