import { bytes } from '../../../format/bytes.ts';
import { INHERITED, readOwnLimit } from '../../../format/own-limit.ts';
import { type Change, type Changeable, changed, refusalOf } from '../../../state/batch/change.ts';
import { type Connection, offers } from '../../../state/connection/connection.ts';
import { type LimitsDialog, limitLines } from '../../../state/dialogs/change-dialogs.ts';
import { lineText } from '../../../state/dialogs/line-edit.ts';

export const directions = ['down', 'up'] as const;
export type Direction = (typeof directions)[number];

const limitOf: Readonly<Record<Direction, (download: Changeable) => number | undefined>> = {
	down: ({ max_download_speed }) => max_download_speed,
	up: ({ max_upload_speed }) => max_upload_speed,
};

export const limitsText = {
	none: "Type a limit: 500K, 2M, 'none'; empty = unchanged.",
	format: "Limits per second look like 500K, 2M, 1.5M or 'none'.",
	noneOrInherit: "Type a limit: 500K, 2M, 'none', 'inherit' from the label; empty = unchanged.",
	formatOrInherit: "Limits per second look like 500K, 2M, 1.5M, 'none' or 'inherit'.",
	inherited: 'that of the label, if there is one',
	invalid: 'not a limit',
	unchanged: (limit: string) => `unchanged: ${limit}`,
} as const;

/** Whether the service has labels with limits. It may be known only after the dialog has opened. */
const inheritsFor = (connection: Connection) => offers(connection, { extension: 'labels' });

/** Returns the typed change, or the error as a sentence. */
export function typedLimits(
	dialog: LimitsDialog,
	connection: Connection,
): Extract<Change, { kind: 'limits' }> | string {
	const lines = limitLines(dialog);
	const [down, up] = directions.map((direction) => lineText(lines[direction]).trim());
	const canInherit = inheritsFor(connection);
	const read = (text = '') => readOwnLimit(text, canInherit);
	const rates = { down: read(down), up: read(up) };
	if (down === '' && up === '') return canInherit ? limitsText.noneOrInherit : limitsText.none;
	for (const [text, rate] of [
		[down, rates.down],
		[up, rates.up],
	] as const) {
		if (text !== '' && rate === undefined) return canInherit ? limitsText.formatOrInherit : limitsText.format;
	}
	const change = {
		kind: 'limits',
		...(rates.down === undefined ? {} : { down: rates.down }),
		...(rates.up === undefined ? {} : { up: rates.up }),
	} as const;
	const { subjects, pending } = dialog;
	if (subjects.some((one) => refusalOf(change, one, pending.get(one.infohash)?.change) === undefined)) {
		return change;
	}
	return subjects.length === 1 ? 'It already has these limits.' : 'All already have these limits.';
}

/** Returns the meaning of a field: '= 500 KiB/s', '= no limit'; while it is empty the current limit. */
export function limitMeaning(dialog: LimitsDialog, direction: Direction, connection: Connection): string {
	const text = lineText(limitLines(dialog)[direction]).trim();
	const canInherit = inheritsFor(connection);
	if (text === '') return limitsText.unchanged(limitNow(dialog, direction, canInherit));
	const rate = readOwnLimit(text, canInherit);
	return rate === undefined ? limitsText.invalid : `= ${rateText(rate, canInherit)}`;
}

function limitNow({ subjects, pending }: LimitsDialog, direction: Direction, canInherit: boolean): string {
	const different = new Set(
		subjects.map((download) => {
			const expected = changed(download, pending.get(download.infohash)?.change);
			const limit = limitOf[direction](expected);
			return limit === undefined || canInherit ? limit : Math.max(0, limit);
		}),
	);
	const [first] = different;
	if (different.size > 1) return 'different limits';
	return first === undefined ? 'unknown' : rateText(first, canInherit);
}

function rateText(rate: number, canInherit: boolean): string {
	if (rate === INHERITED && canInherit) return limitsText.inherited;
	return rate > 0 ? `${bytes(rate)}/s` : 'no limit';
}
