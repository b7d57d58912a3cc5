import { exactRateText, readRate } from '../../../../format/read-rate.ts';
import { sanitize } from '../../../../format/sanitize.ts';
import {
	readRatioLimit,
	readTimeLimit,
	typedRatioLimit,
	typedTimeLimit,
} from '../../../../format/seeding-limit.ts';
import { nameFault } from '../../../../protocol/label-name.ts';
import type { Label } from '../../../../protocol/resources/label.ts';
import type { Form, FormTexts } from '../form.ts';

export const labelFormText = {
	title: 'Change the label',
	destination: 'Folder for downloads that are added with the label; empty for the usual one.',
	rate: 'Of each download without a limit of its own: 500K, 2M, none.',
	ratio: "Seeding ends at this ratio, e.g. 2. 'none' for no limit, empty as all downloads.",
	time: "Seeding ends after this time, e.g. 90m or 7d. 'none' for no limit, empty as all downloads.",
	notRate: "limits look like 500K, 2M or 'none'",
	notRatio: "ratios look like 2, 1.5 or 'none'",
	notTime: "times look like 90m, 12h, 7d or 'none'",
	relative: 'type an absolute path',
	changing: (name: string) => `Changing the label ${name}`,
	changed: (name: string) => `Changed the label ${name}.`,
} as const;

/** Returns the texts of a label that the form reads as the same values. */
export function labelTexts(label: Label): FormTexts {
	return {
		name: label.name,
		destination: label.destination,
		down: exactRateText(label.max_download_speed),
		up: exactRateText(label.max_upload_speed),
		ratio: typedRatioLimit(label.seeding_ratio),
		time: typedTimeLimit(label.seeding_minutes),
	};
}

/** Changes the name, the destination and the limits of a label. */
export const labelForm: Form<'label'> = {
	title: () => labelFormText.title,
	answer: () => 'change it',
	about: ({ name }) => [name],
	fields: [
		{ id: 'name', label: 'Name' },
		{ id: 'destination', label: 'Destination', note: labelFormText.destination },
		{ id: 'down', label: 'Down limit', note: labelFormText.rate },
		{ id: 'up', label: 'Up limit', note: labelFormText.rate },
		{ id: 'ratio', label: 'Ratio limit', note: labelFormText.ratio },
		{ id: 'time', label: 'Time limit', note: labelFormText.time },
	],
	replaced: () => ['down', 'up', 'ratio', 'time'],
	read: ({ name = '', destination = '', down = '', up = '', ratio = '', time = '' }, subject) => {
		const fault = nameFault(name);
		if (fault !== undefined) return { field: 'name', fault };
		if (destination !== '' && !/^(\/|[a-z]:[\\/])/i.test(destination))
			return { field: 'destination', fault: labelFormText.relative };
		const limits = { down: readRate(down || 'none'), up: readRate(up || 'none') };
		if (limits.down === undefined) return { field: 'down', fault: labelFormText.notRate };
		if (limits.up === undefined) return { field: 'up', fault: labelFormText.notRate };
		const [seeding_ratio, seeding_minutes] = [readRatioLimit(ratio), readTimeLimit(time)];
		if (seeding_ratio === undefined) return { field: 'ratio', fault: labelFormText.notRatio };
		if (seeding_minutes === undefined) return { field: 'time', fault: labelFormText.notTime };
		const shown = sanitize(name, 100);
		const body = {
			...(name === subject.name ? {} : { name }),
			destination,
			max_download_speed: limits.down,
			max_upload_speed: limits.up,
			seeding_ratio,
			seeding_minutes,
		};
		return {
			doing: labelFormText.changing(shown),
			done: labelFormText.changed(shown),
			send: async (client) => (await client.changeLabel({ params: { name: subject.name }, body })).modified,
			stale: ['downloads', 'labels:labels'],
		};
	},
};
