import type { State } from '../../source/state/core/state.ts';
import { noList } from '../../source/tui/sections/pane-of-sections.ts';
import { dialogs } from '../../source/tui/shell/dialogs.ts';
import { currentPane, panes } from '../../source/tui/shell/panes.ts';
import type { Pane } from '../../source/tui/surfaces/pane.ts';
import type { SurfaceList } from '../../source/tui/surfaces/surface.ts';
import { allScreens } from './all-screens.ts';
import type { ScreenSize } from './pressing.ts';

/** A surface of the registries, and the folder of its declaration. */
export interface TestedSurface {
	/** As `subjectOf` returns it. */
	readonly name: string;
	readonly folder: string;
	/** Whether it declares a list of its own. */
	readonly hasList: boolean;
	/** Whether it declares a text field. */
	readonly hasField: boolean;
}

/** End of the name of a tab that is not alone. */
export const BESIDE_LIST = ', split';

/** All panes, sections, tabs (alone and beside the list) and dialogs of the registries. */
export const surfaces: readonly TestedSurface[] = [
	...Object.values<Pane>(panes).flatMap(({ id, details, sections }): TestedSurface[] => {
		const folder = `source/tui/panes/${id}`;
		if (sections) {
			return sections.all.map(({ section, list }) => ({
				name: `section ${section.id}`,
				folder: `${folder}/sections/${section.id.slice(id.length + 1)}`,
				hasList: list.positions !== noList.positions,
				hasField: false,
			}));
		}
		return [
			{ name: `pane ${id}`, folder, hasList: true, hasField: false },
			...(details?.tabs ?? []).flatMap(({ id: tab, list }): TestedSurface[] => {
				const rest = { folder: `${folder}/tabs/${tab}`, hasList: list !== undefined, hasField: false };
				return [
					{ name: `tab ${tab}`, ...rest },
					{ name: `tab ${tab}${BESIDE_LIST}`, ...rest },
				];
			}),
		];
	}),
	...Object.values(dialogs).map(({ kind, list, field }): TestedSurface => {
		const own: SurfaceList | object | undefined = list === 'beneath' ? undefined : list;
		return {
			name: `dialog ${kind}`,
			folder: 'source/tui/shell/dialogs.ts',
			hasList: own !== undefined,
			hasField: field !== undefined,
		};
	}),
];

/** Returns the surface that a screen shows: its dialog, the tab of the details, the section, or the pane. */
export function subjectOf(state: State): string {
	const top = state.dialogs.at(-1);
	if (top) return `dialog ${top.kind}`;
	const { id, details, section } = currentPane(state);
	if (section) return `section ${section.id}`;
	if (!details?.isShown(state)) return `pane ${id}`;
	return `tab ${details.current(state).id}${details.isFull(state) ? '' : BESIDE_LIST}`;
}

/** Returns the example states of a surface, by name. */
export function examplesOf({ name }: TestedSurface, size: ScreenSize): readonly (readonly [string, State])[] {
	return [...allScreens(size)].filter(([, state]) => subjectOf(state) === name);
}

/** Returns a sentence for each surface that has no example state. */
export function missingExamples(size: ScreenSize): readonly string[] {
	return surfaces
		.filter((surface) => examplesOf(surface, size).length === 0)
		.map(({ name, folder }) => `${folder}: add an example state of the ${name} to ${EXAMPLES}`);
}

const EXAMPLES = 'test/screens/surface-states.ts';
