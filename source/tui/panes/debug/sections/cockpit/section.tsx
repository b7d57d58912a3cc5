import { ComposedLines } from '../../../../components/composed-lines.tsx';
import type { Section } from '../../../../sections/section.ts';
import type { PaneProps } from '../../../../surfaces/pane.ts';
import { cockpitLines, usageFacts } from './graphs.ts';
import { cockpit, takeUsage } from './slice.ts';

function CockpitSection({ state, theme, width, height }: PaneProps) {
	const lines = cockpitLines({ slice: cockpit.of(state), columns: width, height });
	return <ComposedLines {...{ theme, width, height, lines }} />;
}

/** Graphs of the cost of the cockpit itself: processor time, memory, output. */
export const cockpitSection = {
	id: 'debug-cockpit',
	title: 'Cockpit',
	hotkey: 'c',
	commands: [],
	component: CockpitSection,
	facts: (state) => usageFacts(cockpit.of(state)),
	queries: [
		{
			name: 'own-usage',
			endpoint: 'own-usage',
			every: 1_000,
			take: (state, sample, at) => cockpit.put(state, takeUsage(cockpit.of(state), sample, at)),
			fail: (state) => state,
		},
	],
} as const satisfies Section;
