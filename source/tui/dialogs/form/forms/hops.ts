import { changed } from '../../../../state/batch/change.ts';
import type { Question } from '../../../../state/dialogs/change-dialogs.ts';
import { aboutSubjects } from '../../about-subjects.ts';
import type { Form } from '../form.ts';
import { readChange } from './change.ts';

/** Maximum hops of any known service. */
const MAX_TYPED_HOPS = 9;

export const hopsFormText = {
	now: (hops: string) => `Hops now: ${hops}`,
	invalid: `type a number from 0 to ${MAX_TYPED_HOPS}, 0 for none`,
	slow: 'Some services need half a minute for each download. The list shows which are waiting.',
	plain: 'Plain: peers and trackers see the address of the service.',
	through: (hops: number) => {
		const machines = hops === 1 ? '1 other machine' : `${hops} other machines, one after the other`;
		const more = hops > 3 ? ' Few services offer more than 3.' : '';
		return `Everything goes through ${machines}: slower, and peers do not see the address.${more}`;
	},
} as const;

/** Changes the number of anonymity hops, which can be undone. */
export const hopsForm: Form<'hops'> = {
	title: () => 'Hops',
	answer: () => 'change',
	about: (subject) => [aboutSubjects(subject), hopsFormText.now(hopsNow(subject))],
	fields: [{ id: 'hops', label: 'From now on', note: hopsFormText.slow }],
	effect: ({ hops }) => [
		Number(hops) === 0 ? hopsFormText.plain : hopsFormText.through(Number(hops)),
		'normal',
	],
	read: ({ hops = '' }, subject) => {
		if (!/^\d{1,3}$/.test(hops) || Number(hops) > MAX_TYPED_HOPS)
			return { field: 'hops', fault: hopsFormText.invalid };
		return readChange({ kind: 'hops', hops: Number(hops) }, subject, 'hops');
	},
};

/** Returns the current numbers of hops: '0', '0 and 2'. */
function hopsNow({ subjects, pending }: Question): string {
	const expected = subjects.map((download) => changed(download, pending.get(download.infohash)?.change).hops);
	const known = expected.filter((hops) => hops !== undefined);
	if (known.length < expected.length) return 'unknown';
	const different = [...new Set(known)].sort((one, other) => one - other);
	return different.length > 4 ? 'different numbers' : different.join(' and ');
}
