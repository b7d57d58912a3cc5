import { factRows } from '../../../../../columns/fact-rows.ts';
import { oneLine } from '../../../../../format/one-line.ts';
import { MAX_HOPS } from '../../../../../state/adding/adding.ts';
import type { Failure } from '../../../../../state/connection/connection.ts';
import type { State } from '../../../../../state/core/state.ts';
import type { Segment } from '../../../../components/compose-line.ts';
import { listSection } from '../../../../sections/list-section.ts';
import { missingRows, notSampledText } from '../../../../sections/sampled-text.ts';
import { type Command, commandsOf } from '../../../../surfaces/command.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { staleLine } from '../../../../surfaces/waiting-text.ts';
import { engineColumns, engineKind } from './rows.ts';
import {
	type EnginePartName,
	type EngineSlice,
	engine,
	engineParts,
	takePart,
	valuesOf,
	valuesOfSlots,
	withHop,
	withPart,
} from './slice.ts';

const id = 'debug-engine';

const show =
	(step: number): Command['run'] =>
	({ state, dispatch }) => {
		const slice = engine.of(state);
		dispatch(engine.message(state, withHop(slice, slice.hop + step, engineKind)));
	};

const when = (isPossible: (hop: number) => boolean, why: string) => (state: State) =>
	isPossible(engine.of(state).hop) ? true : why;

const engineCommands = commandsOf(id, [
	{
		id: 'engine-more-hops',
		group: 'view',
		keys: ['h'],
		title: 'Show the session with one hop more',
		words: 'anonymity',
		hint: 'more hops',
		when: when((hop) => hop < MAX_HOPS, `Sessions have at most ${MAX_HOPS} hops.`),
		run: show(1),
	},
	{
		id: 'engine-fewer-hops',
		group: 'view',
		keys: ['H'],
		title: 'Show the session with one hop fewer',
		words: 'anonymity',
		when: when((hop) => hop > 0, 'This is the session without hops.'),
		run: show(-1),
	},
]);

export const engineText = {
	absent: 'not offered by this service',
	noSlot: 'none in use',
	noSession: 'none: the service has no such session',
} as const;

const hopsText = (hop: number) => (hop === 0 ? 'without hops' : `with ${hop} hop${hop === 1 ? '' : 's'}`);

function headingOf({ hop }: EngineSlice, part: EnginePartName): string {
	if (part === 'slots') return 'Circuit slots';
	return `${part === 'session' ? 'Session' : 'Settings'} ${hopsText(hop)}`;
}

const noun: Readonly<Record<EnginePartName, string>> = {
	slots: 'slot',
	session: 'counter',
	settings: 'setting',
};

/** Returns the condition of a part: its number of values, or why there are none. */
function conditionOf(slice: EngineSlice, part: EnginePartName, now: number): string {
	const { at, failure, list } = slice.parts[part];
	if (at === undefined) {
		if (!failure) return 'loading…';
		return failure.kind === 'absent' ? engineText.absent : `✗ ${oneLine(failure.message, 300)}`;
	}
	const count = list.filter(({ change }) => change !== 'gone').length;
	const none = part === 'slots' ? engineText.noSlot : engineText.noSession;
	const counted = count === 0 ? none : `${count} ${noun[part]}${count === 1 ? '' : 's'}`;
	const stale = staleLine(failure, at, now);
	return stale === undefined ? counted : `${counted}  ${stale}`;
}

function linesOf(state: State): readonly (readonly [heading: string, condition: string])[] {
	const slice = engine.of(state);
	return engineParts.map((part) => [headingOf(slice, part), conditionOf(slice, part, state.now)]);
}

/** Returns why there are no values. */
function message(state: State): SurfaceText | undefined {
	const { parts, rows } = engine.of(state);
	if (rows.list.length > 0) return undefined;
	const all = engineParts.map((part) => parts[part]);
	const waiting = all.every(({ at }) => at === undefined)
		? (all.find(({ failure }) => failure?.kind !== 'absent') ?? all[0])
		: undefined;
	return (
		(waiting && notSampledText('its engine', waiting)) ?? {
			id: 'none',
			lines: linesOf(state).map(([heading, condition]) => `${heading}: ${condition}`),
		}
	);
}

const fail = (part: EnginePartName) => (state: State, failure: Failure) => {
	const slice = engine.of(state);
	return engine.put(state, withPart(slice, part, { ...slice.parts[part], failure }, engineKind));
};

/** Returns a query of the session of the chosen number of hops. */
const sessionQuery = <Part extends 'session' | 'settings', Name extends 'getSession' | 'getSettings'>(
	part: Part,
	endpoint: Name,
) => ({
	name: part,
	endpoint,
	every: 2_000,
	request: (state: State) => ({ query: { hop: engine.of(state).hop } }),
	take: (
		state: State,
		{ hop, settings }: { readonly hop?: number; readonly settings: Readonly<Record<string, unknown>> },
		at: number,
	) => {
		const slice = engine.of(state);
		// The answer to a request from before the number of hops changed.
		if (hop !== undefined && hop !== slice.hop) return state;
		return engine.put(state, takePart(slice, part, valuesOf(settings), at, engineKind));
	},
	fail: fail(part),
});

/** Circuit slots, session and settings of the engine. Changes are marked. */
export const engineSection = listSection({
	id: 'debug-engine',
	title: 'Engine',
	hotkey: 'e',
	noun: 'value',
	kind: engineKind,
	columns: engineColumns,
	commands: engineCommands,
	rows: {
		of: (state) => engine.of(state).rows,
		put: (state, rows) => engine.change(state, { rows }),
	},
	message,
	missing: (state) => {
		const { parts } = engine.of(state);
		const all = engineParts.map((part) => parts[part]);
		return all.some(({ at }) => at !== undefined) ? undefined : missingRows('value', parts.session);
	},
	text: (state) => ({
		id: engineParts.map((part) => engine.of(state).parts[part].failure?.kind ?? '').join(' '),
		lines: linesOf(state).map(([heading, condition]) => `${heading}: ${condition}`),
	}),
	above: (state) =>
		linesOf(state).map(([heading, condition]): Segment[] => [
			{ text: `${heading}  `, token: 'heading' },
			{ text: condition, ...(condition.includes('✗') ? { token: 'bad' as const } : {}) },
		]),
	below: ({ item: { name, exact } }, _, width) =>
		factRows([[name, `${name}  ${exact}`]], width).map(({ value }) => value),
	queries: [
		{
			name: 'slots',
			endpoint: 'getSlots',
			every: 2_000,
			take: (state, { slots }, at) =>
				engine.put(state, takePart(engine.of(state), 'slots', valuesOfSlots(slots), at, engineKind)),
			fail: fail('slots'),
		},
		sessionQuery('session', 'getSession'),
		sessionQuery('settings', 'getSettings'),
	],
});
