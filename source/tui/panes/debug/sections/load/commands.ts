import type { State } from '../../../../../state/core/state.ts';
import { type Command, commandsOf } from '../../../../commands/command.ts';
import { load, windows } from './slice.ts';

const id = 'debug-load';

const zoom =
	(step: number): Command['run'] =>
	({ state, dispatch }) => {
		const slice = load.of(state);
		dispatch({ type: 'section-slice', section: id, slice: { ...slice, window: slice.window + step } });
	};

const canZoom = (step: number, why: string) => (state: State) =>
	windows[load.of(state).window + step] === undefined ? why : true;

export const loadCommands = commandsOf(id, [
	{
		id: 'load-zoom-in',
		group: 'view',
		keys: ['+', '='],
		title: 'Show a shorter time in more detail',
		words: 'zoom in window',
		hint: 'zoom in',
		when: canZoom(-1, 'This is the shortest time.'),
		run: zoom(-1),
	},
	{
		id: 'load-zoom-out',
		group: 'view',
		keys: ['-'],
		title: 'Show a longer time',
		words: 'zoom out window',
		hint: 'zoom out',
		when: canZoom(1, 'This is the longest time.'),
		run: zoom(1),
	},
	{
		id: 'load-signs',
		group: 'view',
		keys: ['b'],
		title: 'Draw the graphs with dots or with blocks',
		words: 'braille',
		hint: 'blocks',
		run: ({ state, dispatch }) => {
			const slice = load.of(state);
			dispatch({ type: 'section-slice', section: id, slice: { ...slice, hasBlocks: !slice.hasBlocks } });
		},
	},
]);
