import { oneLine } from '../format/one-line.ts';
import { typedTimeLimit } from '../format/seeding-limit.ts';
import { ratio } from '../format/share.ts';
import type { Label } from '../protocol/resources/label.ts';
import type { Column } from './column.ts';
import { amount, count, unknown } from './figures.ts';

type Look = Pick<Column<Label>, 'id' | 'title' | 'about' | 'width' | 'align' | 'value' | 'data'>;

const column = (look: Look): Column<Label> => ({ ...look, dropOrder: 5 });

/** Returns a limit: its text, 'none' for 0, a dash if it is inherited or unknown. */
function limitText(limit: number | null | undefined, show: (limit: number) => string): string {
	if (limit === null || limit === undefined) return unknown;
	return limit > 0 ? show(limit) : 'none';
}

/** Columns of the list of labels. */
export const labelColumns: readonly Column<Label>[] = [
	{
		...column({
			id: 'name',
			title: 'NAME',
			about: 'name of the label',
			width: 16,
			align: 'left',
			value: ({ name }, width) => oneLine(name, width * 4),
		}),
		grows: true,
		dropOrder: 0,
	},
	{
		...column({
			id: 'downloads',
			title: 'DOWNLOADS',
			about: 'number of its downloads',
			width: 9,
			align: 'right',
			value: ({ downloads }) => count(downloads),
			data: ({ downloads }) => downloads,
		}),
		dropOrder: 0,
	},
	column({
		id: 'down-limit',
		title: 'DOWNLIM',
		about: 'limit of received data of each download per second',
		width: 8,
		align: 'right',
		value: ({ max_download_speed: limit }) => limitText(limit, amount),
		data: ({ max_download_speed: limit }) => limit ?? undefined,
	}),
	column({
		id: 'up-limit',
		title: 'UPLIM',
		about: 'limit of sent data of each download per second',
		width: 8,
		align: 'right',
		value: ({ max_upload_speed: limit }) => limitText(limit, amount),
		data: ({ max_upload_speed: limit }) => limit ?? undefined,
	}),
	column({
		id: 'ratio-limit',
		title: 'RATIO',
		about: 'ratio at which seeding ends',
		width: 5,
		align: 'right',
		value: ({ seeding_ratio: limit }) => limitText(limit, ratio),
		data: ({ seeding_ratio: limit }) => limit ?? undefined,
	}),
	column({
		id: 'time-limit',
		title: 'TIME',
		about: 'time of seeding after which it ends',
		width: 8,
		align: 'right',
		value: ({ seeding_minutes: limit }) => limitText(limit, typedTimeLimit),
		data: ({ seeding_minutes: limit }) => limit ?? undefined,
	}),
	column({
		id: 'destination',
		title: 'DESTINATION',
		about: 'folder for downloads that are added with it',
		width: 24,
		align: 'left',
		value: ({ destination }, width) => oneLine(destination, width * 4) || unknown,
	}),
];
