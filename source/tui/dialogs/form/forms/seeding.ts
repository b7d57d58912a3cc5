import {
	readRatioLimit,
	readTimeLimit,
	typedRatioLimit,
	typedTimeLimit,
} from '../../../../format/seeding-limit.ts';
import type { Download } from '../../../../protocol/resources/download.ts';
import type { Form, FormTexts } from '../form.ts';
import { labelFormText } from './label.ts';

export const seedingFormText = {
	title: 'Limits of seeding',
	ratio: "Seeding ends at this ratio, e.g. 2. 'none' for no limit, empty as the label or all downloads.",
	time: "Seeding ends after this time, e.g. 7d. 'none' for no limit, empty as the label or all downloads.",
	limiting: (what: string) => `Limiting the seeding of ${what}`,
	inherited: 'as the label or all downloads',
	limited: (what: string, ratio: string, time: string) =>
		`Limits of seeding changed: ${what}. Ratio: ${ratio}, time: ${time}`,
} as const;

/** Returns the limits of a download as the form reads them. */
export function seedingTexts({ seeding_ratio, seeding_minutes }: Download): FormTexts {
	return { ratio: typedRatioLimit(seeding_ratio), time: typedTimeLimit(seeding_minutes) };
}

/** Sets the limits of seeding of downloads. */
export const seedingForm: Form<'seeding'> = {
	title: () => seedingFormText.title,
	answer: () => 'limit',
	about: ({ what }) => [what],
	fields: [
		{ id: 'ratio', label: 'Ratio', note: seedingFormText.ratio },
		{ id: 'time', label: 'Time', note: seedingFormText.time },
	],
	replaced: () => ['ratio', 'time'],
	read: ({ ratio = '', time = '' }, { infohashes, what }) => {
		const [seeding_ratio, seeding_minutes] = [readRatioLimit(ratio), readTimeLimit(time)];
		if (seeding_ratio === undefined) return { field: 'ratio', fault: labelFormText.notRatio };
		if (seeding_minutes === undefined) return { field: 'time', fault: labelFormText.notTime };
		const body = { seeding_ratio, seeding_minutes };
		return {
			doing: seedingFormText.limiting(what),
			done: seedingFormText.limited(
				what,
				typedRatioLimit(seeding_ratio) || seedingFormText.inherited,
				typedTimeLimit(seeding_minutes) || seedingFormText.inherited,
			),
			send: async (client) => {
				for (const infohash of infohashes) {
					const { modified } = await client.changeDownload({ params: { infohash }, body });
					if (!modified) return false;
				}
				return true;
			},
			stale: ['downloads'],
		};
	},
};
