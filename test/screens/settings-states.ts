import { defaultSettings } from '../../source/protocol/resources/settings.ts';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import { settingsRows } from '../../source/tui/dialogs/settings/dialog.tsx';
import { update } from '../../source/tui/shell/update.ts';
import { hardNames, mixedName } from './hard-names.ts';
import { listed, now } from './states.ts';

function after(state: State, ...messages: readonly Message[]): State {
	return messages.reduce(update, state);
}

const { connection } = listed;
const own: State = {
	...listed,
	connection: {
		...connection,
		dialect: 'interface',
		isForeign: false,
		core: { state: 'STARTED', last_exception: null, readable_state: '' },
		extensions: ['settings'],
	},
	settings: {
		...listed.settings,
		path: '/home/ann/.config/seedtop/cockpit.json',
		keysPath: '/home/ann/.config/seedtop/keys.json',
		chosen: { player: `mpv --title=${mixedName}`, notify: 'osc9' },
		overrides: { mouse: { by: '--no-mouse', value: false } },
	},
};
const open: Message = { type: 'open', dialog: { kind: 'settings', chosen: 0 } };
const limits = { ...defaultSettings.limits, download: 5 * 1024 * 1024 };
const answer: Message = {
	type: 'answer',
	query: 'settings:service',
	endpoint: 'getServiceSettings',
	answer: {
		...defaultSettings,
		limits,
		active_limits: { download: limits.download, upload: 0, set: 'normal' },
	},
	at: now,
};
const known = after(own, open, answer);

const of8: State = {
	...listed,
	connection: { ...connection, dialect: '8.x', isForeign: true },
};
const reported: Message = {
	type: 'answer',
	query: 'settings:settings-of-8',
	endpoint: 'settings-of-8',
	answer: {
		limits: { download: 0, upload: 2 * 1024 * 1024 },
		seeding: { mode: 'time', ratio: undefined, minutes: 90, safe: true },
	},
	at: now,
};

/** Returns a state with the cursor on a setting. */
function on(state: State, id: string): State {
	const chosen = settingsRows(state).findIndex((row) => row.id === id);
	const dialog = { kind: 'settings', chosen } as const;
	return update(state, { type: 'replace-dialog', dialog });
}

/** The settings screen, of 8.x, and with a setting that was not saved and one that the service refused. */
export const settingsScreens: Readonly<Record<string, State>> = {
	'settings-of-8': on(after(of8, open, reported), 'seeding.mode'),
	'setting-confirm': after(of8, open, reported, {
		type: 'open',
		dialog: { kind: 'setting-confirm', path: 'seeding.mode', isOf8: true, typed: 'never', count: 2 },
	}),
	settings: on(
		after(
			known,
			{
				type: 'settings',
				what: { type: 'not-saved', reason: `Cannot write ${hardNames.Chinese}: no space left on device.` },
			},
			{
				type: 'service-settings',
				what: { type: 'refused', path: 'limits.upload', reason: `The disk is full: ${mixedName}.` },
			},
		),
		'limits.upload',
	),
};
