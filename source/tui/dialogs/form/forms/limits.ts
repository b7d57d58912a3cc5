import { bytes } from '../../../../format/bytes.ts';
import { INHERITED, readOwnLimit } from '../../../../format/own-limit.ts';
import { changed } from '../../../../state/batch/change.ts';
import { offers } from '../../../../state/connection/connection.ts';
import type { State } from '../../../../state/core/state.ts';
import type { Question } from '../../../../state/dialogs/change-dialogs.ts';
import { aboutSubjects } from '../../about-subjects.ts';
import type { Form } from '../form.ts';
import { readChange } from './change.ts';

export const limitsText = {
	title: 'Speed limits',
	none: "type 500K, 2M or 'none'; an empty limit stays unchanged",
	noneOrInherit: "type 500K, 2M, 'none', or 'inherit' from the label; an empty limit stays unchanged",
	format: "limits per second look like 500K, 2M, 1.5M or 'none'",
	formatOrInherit: "limits per second look like 500K, 2M, 1.5M, 'none' or 'inherit'",
	inherited: 'that of the label, if there is one',
	invalid: 'not a limit',
	unchanged: (limit: string) => `unchanged: ${limit}`,
} as const;

const fields = [
	{ id: 'down', label: 'Down' },
	{ id: 'up', label: 'Up' },
] as const;

/** Whether the service has labels with limits. It may be known only after the form has opened. */
const canInheritIn = ({ connection }: State) => offers(connection, { extension: 'labels' });

/** Changes the rate limits of downloads, which can be undone. */
export const limitsForm: Form<'limits'> = {
	title: () => limitsText.title,
	answer: () => 'limit',
	about: (subject) => [aboutSubjects(subject)],
	fields,
	beside: (field, { [field]: text = '' }, subject, state) => {
		const canInherit = canInheritIn(state);
		if (text === '') return limitsText.unchanged(limitNow(subject, field, canInherit));
		const rate = readOwnLimit(text, canInherit);
		return rate === undefined ? limitsText.invalid : `= ${rateText(rate, canInherit)}`;
	},
	read: ({ down = '', up = '' }, subject, state) => {
		const canInherit = canInheritIn(state);
		const fault = canInherit ? limitsText.formatOrInherit : limitsText.format;
		const rates = { down: readOwnLimit(down, canInherit), up: readOwnLimit(up, canInherit) };
		if (down === '' && up === '')
			return { field: 'down', fault: canInherit ? limitsText.noneOrInherit : limitsText.none };
		if (down !== '' && rates.down === undefined) return { field: 'down', fault };
		if (up !== '' && rates.up === undefined) return { field: 'up', fault };
		const change = {
			kind: 'limits',
			...(rates.down === undefined ? {} : { down: rates.down }),
			...(rates.up === undefined ? {} : { up: rates.up }),
		} as const;
		return readChange(change, subject, down === '' ? 'up' : 'down');
	},
};

function limitNow({ subjects, pending }: Question, field: string, canInherit: boolean): string {
	const different = new Set(
		subjects.map((download) => {
			const expected = changed(download, pending.get(download.infohash)?.change);
			const limit = field === 'down' ? expected.max_download_speed : expected.max_upload_speed;
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
