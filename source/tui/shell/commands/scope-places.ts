import type { State } from '../../../state/core/state.ts';
import { keyOf } from '../../keys/effective-keys.ts';
import type { CommandContext, Scope } from '../../surfaces/command.ts';
import type { DetailsTab, Pane, SectionTitle } from '../../surfaces/pane.ts';
import { panes } from '../panes.ts';

/** A part of a pane whose keys have a scope of their own: a tab, a section, or else the list or the whole pane. */
interface Place {
	readonly pane: Pane;
	readonly part?: DetailsTab | SectionTitle;
}

/** Returns the part of a pane that a scope belongs to; undefined for scopes of all panes. */
function placeOf(scope: Scope): Place | undefined {
	for (const pane of Object.values<Pane>(panes)) {
		if (scope === pane.id || (scope === 'tabs' && pane.details)) return { pane };
		const tab = pane.details?.tabs.find(({ id }) => scope === `tab-${id}`);
		const part = tab ?? pane.sections?.all.find(({ section }) => scope === section.id)?.section;
		if (part) return { pane, part };
	}
	return undefined;
}

/** Returns where commands of another scope work, and how to get there: 'in files; press f first'. */
export function howToReach(scope: Scope, state: State): string {
	const place = placeOf(scope);
	if (!place) return 'in another place';
	const { pane, part } = place;
	const leads = (where: string, id: string, declared: string) =>
		`in ${where}; press ${keyOf(id, declared, state.keys)} first`;
	if (pane.id !== state.pane) return leads(pane.title.toLowerCase(), `pane-${pane.id}`, pane.hotkey);
	if (!part) return `in ${pane.title.toLowerCase()}`;
	const prefix = pane.sections ? 'section' : 'tab';
	return leads(part.title.toLowerCase(), `${prefix}-${part.id}`, part.hotkey);
}

/** Whether a scope belongs to a tab or a section of the current pane that can be shown now. */
export function isNear(scope: Scope, state: State): boolean {
	const { pane, part } = placeOf(scope) ?? {};
	if (!pane || !part || pane.id !== state.pane) return false;
	return pane.details === undefined || pane.list.positions(state, { page: 1 }) > 0;
}

/** Shows the tab or section of the current pane that a scope belongs to. */
export function showPart(scope: Scope, { state, dispatch }: CommandContext): void {
	const current: Pane = panes[state.pane];
	const { id, details, sections } = current;
	const section = sections?.all.find((each) => each.section.id === scope)?.section;
	if (section) dispatch({ type: 'section', pane: id, section: section.id });
	const tab = details?.tabs.find((each) => scope === `tab-${each.id}`);
	if (!tab) return;
	dispatch({ type: 'details', what: { type: 'tab', tab: tab.id } });
	const shown = details?.isFull(state) ? 'full' : 'split';
	dispatch({ type: 'details', what: { type: 'show', shown, focused: true } });
}
