import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Type from 'typebox';
import { decode } from '../../protocol/decode.ts';
import type { DownloadRecord } from '../storage/record.ts';

/**
 * A move as it is saved.
 *
 * | step | files |
 * |---|---|
 * | moving | 'rename': each at one of both places. 'copy': all at the old place, copies in the staging folder |
 * | placing | 'copy' only: all at the old place, each copy in the staging folder or at the new place |
 * | cleaning | All at the new place. The old files of a copy, and empty folders, are deleted |
 * | returning | The move was cancelled or failed: everything returns to the old place |
 * | stuck | The return failed. It continues when the download is resumed, and at the next start |
 * | failed | All at the old place again. `error` is the reason, for the user |
 */
export const MoveIntent = Type.Object({
	step: Type.Enum(['moving', 'placing', 'cleaning', 'returning', 'stuck', 'failed']),
	mode: Type.Enum(['rename', 'copy']),
	/** Old and new destination. */
	from: Type.String(),
	to: Type.String(),
	/** Name of the staging folder in the new destination. No two moves share one. */
	staging: Type.String(),
	/** Folders of the torrent that existed in the new destination before, as paths below it. They are not deleted. */
	kept: Type.Array(Type.String()),
	/** Number of files that existed at the old place when the move was requested. Others are still to be downloaded. */
	present: Type.Integer({ default: 0 }),
	/** Indices of files of the user, which stay. */
	foreign: Type.Array(Type.Integer(), { default: [] }),
	/** Mount point of the disk of the new destination. */
	mountPoint: Type.String({ default: '' }),
	/** Whether the step 'placing' was reached, so that files at the new place may be copies. */
	placed: Type.Boolean(),
	/** Reason of the return; empty after a cancellation. */
	error: Type.String(),
});
export type MoveIntent = Type.Static<typeof MoveIntent>;

/** Returns the intent of a move that begins. */
export function newIntent(begun: Omit<MoveIntent, 'step' | 'staging' | 'placed' | 'error'>): MoveIntent {
	const staging = `.seedtop-move-${randomBytes(6).toString('hex')}`;
	return { ...begun, step: 'moving', staging, placed: false, error: '' };
}

export function stagingFolder({ to, staging }: MoveIntent): string {
	return join(to, staging);
}

type Moving = Pick<DownloadRecord, 'moving'>;

/** Last parsed intent of each record. Lists read it for each download. */
const parsed = new WeakMap<Moving, { readonly text: string; readonly intent: MoveIntent }>();

/** Returns the saved move of a download, also a failed one; undefined if there is none. */
export function savedMove(record: Moving): MoveIntent | undefined {
	if (record.moving === '') return undefined;
	const known = parsed.get(record);
	if (known?.text === record.moving) return known.intent;
	const intent = decode(MoveIntent, JSON.parse(record.moving)).value;
	parsed.set(record, { text: record.moving, intent });
	return intent;
}

/** Returns the unfinished move of a download, while which its files may be at both places. */
export function unfinishedMove(record: Moving): MoveIntent | undefined {
	const intent = savedMove(record);
	return intent?.step === 'failed' ? undefined : intent;
}
