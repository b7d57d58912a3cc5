import type { ServiceRow } from '../../source/columns/services.ts';
import type { State } from '../../source/state/core/state.ts';
import { update } from '../../source/tui/shell/update.ts';
import { hardNames } from './hard-names.ts';
import { listed } from './states.ts';

const answering: ServiceRow = {
	name: 'box',
	url: listed.connection.url,
	failure: '',
	hasAnswered: true,
	dataAge: undefined,
	hasException: false,
	total: 120,
	downloading: 3,
	seeding: 110,
	stopped: 7,
	errors: 0,
	speedDown: 12_400_000,
	speedUp: 310_000,
	freeSpace: 41 * 1024 ** 3,
};

/** Services in every condition. */
const rows: readonly ServiceRow[] = [
	answering,
	{
		...answering,
		name: 'attic',
		url: 'https://attic.example.net',
		failure: 'unreachable',
		dataAge: 75,
		speedDown: 0,
		freeSpace: undefined,
	},
	{
		...answering,
		name: 'seedbox.of-a-provider.with_a-long-name',
		url: 'https://seedbox.provider.example/api',
		errors: 2,
		freeSpace: 1_000,
	},
	{
		...answering,
		name: 'key',
		url: 'http://192.0.2.7:8085',
		failure: 'unauthorized',
		hasAnswered: false,
		total: undefined,
		downloading: undefined,
		seeding: undefined,
		stopped: undefined,
		errors: undefined,
		speedDown: undefined,
		speedUp: undefined,
		freeSpace: undefined,
	},
];

/** Names that no file of contexts may have, with addresses that no service may have. */
const hard: readonly ServiceRow[] = Object.values({
	...hardNames,
	// It fits into the narrowest column.
	hostile: 'evil\u001b[2J',
}).map((name) => ({
	...answering,
	name,
	url: 'https://中\u202e\u001b[2J',
	failure: name,
}));

const named: State = { ...listed, contexts: { ...listed.contexts, current: 'box' } };
/** A cockpit of several services. */
const several = update(named, { type: 'contexts', what: { type: 'rows', rows } });

const withHard = update(named, { type: 'contexts', what: { type: 'rows', rows: [...hard, ...rows] } });

/** The overview, its dialog, and the downloads of one of several services. */
export const contextScreens: Readonly<Record<string, State>> = {
	'several-services': several,
	services: update(several, { type: 'pane', pane: 'services' }),
	'service-picker': update(several, { type: 'open', dialog: { kind: 'context', chosen: 0 } }),
	'services-hard': update(withHard, { type: 'pane', pane: 'services' }),
	'service-picker-hard': update(withHard, { type: 'open', dialog: { kind: 'context', chosen: 0 } }),
};
