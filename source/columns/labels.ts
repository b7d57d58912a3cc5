import { oneLine } from '../format/one-line.ts';
import { typedTimeLimit } from '../format/seeding-limit.ts';
import { ratio } from '../format/share.ts';
import type { Label } from '../protocol/resources/label.ts';
import type { Column } from './column.ts';
import { growingColumn, numberColumn, textColumn } from './declare.ts';
import { amount, count, unknown } from './figures.ts';

/** Returns a limit: its text, 'none' for 0, a dash if it is inherited or unknown. */
function limitText(limit: number | null | undefined, show: (limit: number) => string): string {
	if (limit === null || limit === undefined) return unknown;
	return limit > 0 ? show(limit) : 'none';
}

/** Declares a column of limits. */
function limitColumn(
	field: 'max_download_speed' | 'max_upload_speed' | 'seeding_ratio' | 'seeding_minutes',
	id: string,
	title: string,
	width: number,
	show: (limit: number) => string,
): Column<Label> {
	return {
		...numberColumn(id, title, width, 5, (label: Label) => limitText(label[field], show)),
		data: (label) => label[field] ?? undefined,
	};
}

/** Columns of the list of labels. */
export const labelColumns: readonly Column<Label>[] = [
	{
		...growingColumn('name', 'NAME', 16, ({ name }: Label) => name),
		about: 'name of the label',
		value: ({ name }, width) => oneLine(name, width * 4),
	},
	{
		...numberColumn('downloads', 'DOWNLOADS', 9, 0, ({ downloads }: Label) => count(downloads)),
		about: 'number of its downloads',
		data: ({ downloads }) => downloads,
	},
	{
		...limitColumn('max_download_speed', 'down-limit', 'DOWNLIM', 8, amount),
		about: 'limit of received data of each download per second',
	},
	{
		...limitColumn('max_upload_speed', 'up-limit', 'UPLIM', 8, amount),
		about: 'limit of sent data of each download per second',
	},
	{
		...limitColumn('seeding_ratio', 'ratio-limit', 'RATIO', 5, ratio),
		about: 'ratio at which seeding ends',
	},
	{
		...limitColumn('seeding_minutes', 'time-limit', 'TIME', 8, typedTimeLimit),
		about: 'time of seeding after which it ends',
	},
	{
		...textColumn('destination', 'DESTINATION', 24, 5, ({ destination }: Label) => destination),
		about: 'folder for downloads that are added with it',
		value: ({ destination }, width) => oneLine(destination, width * 4) || unknown,
	},
];
