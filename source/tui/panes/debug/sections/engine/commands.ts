import { MAX_HOPS } from '../../../../../state/adding/adding.ts';
import type { State } from '../../../../../state/core/state.ts';
import { type Command, commandsOf } from '../../../../commands/command.ts';
import { engineKind } from './rows.ts';
import { engine, withHop } from './slice.ts';

const id = 'debug-engine';

const show =
	(step: number): Command['run'] =>
	({ state, dispatch }) => {
		const slice = engine.of(state);
		dispatch({ type: 'section-slice', section: id, slice: withHop(slice, slice.hop + step, engineKind) });
	};

const when = (isPossible: (hop: number) => boolean, why: string) => (state: State) =>
	isPossible(engine.of(state).hop) ? true : why;

export const engineCommands = commandsOf(id, [
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
