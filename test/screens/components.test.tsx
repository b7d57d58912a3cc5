import '../../source/tui/terminal/full-color.ts';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import type { State } from '../../source/state/core/state.ts';
import { tabs } from '../../source/tui/panes/downloads/tabs/registry.ts';
import { dialogs } from '../../source/tui/shell/dialogs.ts';
import { currentPane } from '../../source/tui/shell/panes.ts';
import { TerminalSizeContext } from '../../source/tui/terminal/screen-size.ts';
import { isThorough } from '../runs.ts';
import { paintedGrid } from '../terminal/painted-grid.ts';
import { stock } from '../terminal/stock-ink.tsx';
import { appCases, componentCases } from './component-cases.tsx';
import type { ScreenSize } from './pressing.ts';
import { surfaceScreens } from './surface-states.ts';

const sizes: Readonly<Record<string, readonly ScreenSize[]>> = {
	components: [{ columns: 40, rows: 10 }, ...(isThorough ? [{ columns: 143, rows: 20 }] : [])],
	// Wide screens have details and sides beside the list.
	app: [{ columns: 150, rows: 36 }],
};

/** Paints an element both ways and compares every cell. */
function compare(element: ReactElement, size: ScreenSize): void {
	const sized = <TerminalSizeContext.Provider value={size}>{element}</TerminalSizeContext.Provider>;
	const ours = paintedGrid(sized, size).screen();
	expect(ours.snapshot()).toBe(stock(sized, size).snapshot());
}

describe.each([
	['components', componentCases],
	['app', appCases],
] as const)('our painter and stock Ink show the same of the %s', (kind, cases) => {
	test.each(Object.entries(cases))('%s', (name, element) => {
		// The whole app shows the panes on a wide screen.
		const used = (sizes[kind] ?? []).slice(0, name.startsWith('the pane') ? 1 : undefined);
		for (const size of used) compare(element(size), size);
	});
});

test('the compared components include every component, dialog and pane', async () => {
	const folder = fileURLToPath(new URL('../../source/tui/', import.meta.url));
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
		/^(app|(components|dialogs|panes)\/.*)\.tsx$/.test(file),
	);
	const size = { columns: 80, rows: 24 };
	const shown = new Set<unknown>(
		[...Object.values(componentCases), ...Object.values(appCases)].map((element) => element(size).type),
	);
	for (const state of Object.values(surfaceScreens)) {
		shown.add(componentOf(state));
		// The whole app is wide enough for it.
		const { side } = currentPane(state);
		if (sizes.app?.some(({ columns }) => side && columns >= side.minColumns)) shown.add(side?.component);
	}
	const exported = await Promise.all(files.map(componentsOf.bind(undefined, folder)));
	expect(exported.flat().length).toBeGreaterThan(30);
	expect(exported.flat().filter(({ component }) => !shown.has(component))).toEqual([]);
});

/** Returns the component of the surface that a state shows. */
function componentOf(state: State): unknown {
	const top = state.dialogs.at(-1);
	if (top) return dialogs[top.kind].view;
	const { component, details } = currentPane(state);
	return details?.isShown(state) ? tabs[state.details.tab].component : component;
}

/** Exports of a file that can be painted. */
async function componentsOf(folder: string, file: string) {
	const exports: Record<string, unknown> = await import(folder + file);
	return Object.entries(exports).flatMap(([name, value]) => {
		if (typeof value === 'object' && value !== null && 'component' in value)
			return [{ file, name, component: value.component }];
		return typeof value === 'function' && /^[A-Z]/.test(name) ? [{ file, name, component: value }] : [];
	});
}
