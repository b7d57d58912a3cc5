import type { Client } from '../../../../client/client.ts';
import type { SharedLimitChanges } from '../../../../client/shared-limits.ts';
import { exactRateText, readRate } from '../../../../format/read-rate.ts';
import { readSchedule, scheduleText } from '../../../../format/read-schedule.ts';
import type { SharedLimits } from '../../../../protocol/resources/settings.ts';
import { type Keep, withUndo } from '../../../actions/change-settings.ts';
import type { CommandContext } from '../../../surfaces/command.ts';
import { settingQueries } from '../../settings/access.ts';
import type { Form, FormFault, FormTexts } from '../form.ts';

export const sharedLimitsText = {
	title: 'Limits of all downloads',
	about: 'All downloads together receive and send no faster. Limits of single downloads apply as well.',
	rate: "A rate such as 500K or 2M, or 'none'.",
	mode: "off, on, or at the times of the schedule: 'schedule'.",
	schedule: "Days and times of the service's clock: mon-fri 08:00-18:00, daily 22:00-06:00.",
	notRate: "not a rate such as 500K, 2M or 'none'",
	notMode: "type 'off', 'on' or 'schedule'",
	notSchedule: 'not days and times such as mon-fri 08:00-18:00',
	changing: 'Changing the limits of all downloads',
	changed: 'Changed the limits of all downloads.',
} as const;

const modes = ['off', 'on', 'schedule'] as const;

const rateFields = [
	{ id: 'download', label: 'Download', note: sharedLimitsText.rate },
	{ id: 'upload', label: 'Upload', note: sharedLimitsText.rate },
] as const;

/** Returns the texts of limits. An unknown one is empty. */
export function sharedLimitsTexts({ download, upload, alternative }: SharedLimits): FormTexts {
	return {
		download: rateText(download),
		upload: rateText(upload),
		...(alternative
			? {
					'alternative-download': rateText(alternative.download),
					'alternative-upload': rateText(alternative.upload),
					mode: alternative.mode,
					schedule: alternative.schedule.days.length > 0 ? scheduleText(alternative.schedule) : '',
				}
			: {}),
	};
}

const rateText = (rate: number | undefined) => (rate === undefined ? '' : exactRateText(rate));

/** Changes the limits of all downloads of a service with alternative limits. */
export const sharedLimitsForm: Form<'shared-limits'> = {
	title: () => sharedLimitsText.title,
	answer: () => 'set them',
	about: () => [sharedLimitsText.about],
	fields: [
		...rateFields,
		{ id: 'alternative-download', label: 'Alternative download', note: sharedLimitsText.rate },
		{ id: 'alternative-upload', label: 'Alternative upload', note: sharedLimitsText.rate },
		{ id: 'mode', label: 'Alternative limits', note: sharedLimitsText.mode, only: modes },
		{ id: 'schedule', label: 'Schedule', note: sharedLimitsText.schedule },
	],
	replaced: () => ['download', 'upload', 'alternative-download', 'alternative-upload', 'schedule'],
	choices: (field) => (field === 'mode' ? modes : []),
	read: (texts) => {
		const limits = readRates(texts, 'download', 'upload');
		if ('fault' in limits) return limits;
		const alternative = readRates(texts, 'alternative-download', 'alternative-upload');
		if ('fault' in alternative) return alternative;
		const mode = modes.find((each) => each === texts.mode?.toLowerCase());
		if (!mode) return { field: 'mode', fault: sharedLimitsText.notMode };
		const typed = texts.schedule ?? '';
		const schedule = typed === '' ? undefined : readSchedule(typed);
		if (!schedule && (typed !== '' || mode === 'schedule'))
			return { field: 'schedule', fault: sharedLimitsText.notSchedule };
		return request({
			...limits,
			alternative: {
				...alternative,
				mode,
				...(schedule ? { schedule: { ...schedule, days: [...schedule.days] } } : {}),
			},
		});
	},
};

/** Changes the limits of all downloads of a service of 8.x. */
export const plainLimitsForm: Form<'plain-limits'> = {
	title: () => sharedLimitsText.title,
	answer: () => 'set them',
	about: () => [sharedLimitsText.about],
	fields: rateFields,
	replaced: () => rateFields.map(({ id }) => id),
	read: (texts) => {
		const limits = readRates(texts, 'download', 'upload');
		return 'fault' in limits ? limits : request(limits);
	},
};

function request(changes: SharedLimitChanges) {
	return {
		doing: sharedLimitsText.changing,
		done: sharedLimitsText.changed,
		send: async (client: Client, context: CommandContext) => {
			const send = (keep: Keep) => client.changeSharedLimits(changes, { keep });
			await withUndo(send, sharedLimitsText.changing, context);
			return true;
		},
		stale: settingQueries,
	};
}

function readRates(
	texts: FormTexts,
	down: string,
	up: string,
): { readonly download?: number; readonly upload?: number } | FormFault {
	const rates: { download?: number; upload?: number } = {};
	for (const [name, field] of [
		['download', down],
		['upload', up],
	] as const) {
		const typed = texts[field] ?? '';
		// An empty field leaves the limit as it is.
		if (typed === '') continue;
		const rate = readRate(typed);
		if (rate === undefined) return { field, fault: sharedLimitsText.notRate };
		rates[name] = rate;
	}
	return rates;
}
