import type { State } from '../../source/state/core/state.ts';
import { filteredOutDownloads, subjectsOf } from '../../source/state/downloads/selection.ts';
import { emptyLine } from '../../source/state/surfaces/line-edit.ts';
import { labelTexts } from '../../source/tui/dialogs/form/forms/label.ts';
import { openForm } from '../../source/tui/dialogs/form/registry.ts';
import { update } from '../../source/tui/shell/update.ts';
import { hardNames } from './hard-names.ts';
import { listing, namedDownloads } from './named-downloads.ts';

const names = Object.values(hardNames);
const labels = names.map((name, index) => ({
	name,
	destination: index % 2 === 0 ? `/srv/${name}` : '',
	max_download_speed: index * 500_000,
	seeding_ratio: index === 0 ? 2 : null,
	downloads: index * 7,
}));
const below = listing(namedDownloads(names, { error: '', hops: 0, label: names[0] ?? '' }));
const subjects = subjectsOf(below.downloads);
const opened = update(below, {
	type: 'open',
	dialog: {
		kind: 'labels',
		line: emptyLine,
		chosen: 1,
		labels,
		failure: '',
		subjects,
		filteredOut: filteredOutDownloads(below.downloads, subjects),
		pending: below.optimistic,
	},
});
const [first = { name: '', destination: '' }] = labels;

/** Dialogs about labels, names and limits of seeding. */
export const labelScreens: Readonly<Record<string, State>> = {
	labels: opened,
	'labels-new': update(opened, { type: 'type-text', text: 'films' }),
	'form-seeding': update(below, {
		type: 'open',
		dialog: openForm({ form: 'seeding', infohashes: ['a'], what: names.join(' ') }, { ratio: '2' }),
	}),
	'form-rename': update(below, {
		type: 'open',
		dialog: openForm(
			{ form: 'rename', infohash: subjects[0]?.infohash ?? '', torrentName: names.join(' ') },
			{ name: names[0] ?? '' },
		),
	}),
	'form-label': update(below, {
		type: 'open',
		dialog: openForm({ form: 'label', name: first.name }, labelTexts(first)),
	}),
};
