import { sourceOf } from '../../../../state/adding/source.ts';
import { healthDialog } from '../../../../state/dialogs/health-dialog.ts';
import type { Form } from '../form.ts';

export const healthFormText = {
	title: 'Check the health of a torrent',
	note: 'An infohash or a magnet link. seedtop also checks the trackers of a magnet link.',
	none: 'type or paste one',
	other: 'it is neither an infohash nor a magnet link',
} as const;

/** Checks the health of any torrent. */
export const healthForm: Form<'health'> = {
	title: () => healthFormText.title,
	answer: () => 'check it',
	fields: [{ id: 'torrent', label: 'Torrent', note: healthFormText.note }],
	read: ({ torrent = '' }) => {
		const fault = (text: string) => ({ field: 'torrent', fault: text });
		if (torrent === '') return fault(healthFormText.none);
		const source = sourceOf(torrent);
		if (source?.kind === 'wrong') return fault(source.why);
		if (source?.kind !== 'magnet' && source?.kind !== 'infohash') return fault(healthFormText.other);
		const infohash = source.infohash ?? (source.kind === 'magnet' ? source.infohash2 : undefined);
		if (infohash === undefined) return fault(healthFormText.other);
		const isMagnet = source.kind === 'magnet';
		const subject = {
			infohash,
			name: isMagnet ? source.name : '',
			trackers: isMagnet ? trackersOf(source.uri) : [],
		};
		return {
			open: ({ dispatch }) => dispatch({ type: 'open', dialog: healthDialog(subject, Date.now()) }),
		};
	},
};

/** Returns the trackers of a magnet link. */
export function trackersOf(magnet: string): readonly string[] {
	const parameters = new URLSearchParams(magnet.slice(magnet.indexOf('?') + 1));
	const urls = [...parameters].flatMap(([key, value]) => (/^tr(\.\d+)?$/.test(key) ? [value.trim()] : []));
	return [...new Set(urls)].filter((url) => url !== '' && !/\s/.test(url));
}
