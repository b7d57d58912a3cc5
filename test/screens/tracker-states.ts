import type { State } from '../../source/state/core/state.ts';
import type { Dialog } from '../../source/state/surfaces/dialogs.ts';
import { openForm } from '../../source/tui/dialogs/form/registry.ts';
import { update } from '../../source/tui/shell/update.ts';
import { hardNames, mixedName } from './hard-names.ts';
import { downloads, listed } from './states.ts';

const { infohash = '' } = downloads[0] ?? {};
const url = `https://user:password@tracker.example/${mixedName}/announce?passkey=0123456789abcdef`;
const opened = (dialog: Dialog): State => update(listed, { type: 'open', dialog });

/** Screens of changes of trackers. */
export const trackerScreens: Readonly<Record<string, State>> = {
	'tracker-remove': opened({
		kind: 'tracker-remove',
		infohash,
		name: Object.values(hardNames).join(' '),
		url,
	}),
	'form-tracker': update(opened(openForm({ form: 'tracker', infohash, name: mixedName, url: undefined })), {
		type: 'type-text',
		text: 'udp://tracker.example:6969',
	}),
	'form-tracker-change': opened(openForm({ form: 'tracker', infohash, name: mixedName, url }, { url })),
};
