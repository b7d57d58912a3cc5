import type { State } from '../../../state/core/state.ts';
import type { Command, Scope } from '../../surfaces/command.ts';
import { currentPane } from '../panes.ts';

/** Returns the scopes whose keys work now, the nearest first. A dialog has all keys but those that work everywhere. */
export function activeScopes(state: State): readonly Scope[] {
	const top = state.dialogs.at(-1);
	if (top) return [top.kind, 'everywhere'];
	const notice = noticeScope(state);
	return notice ? [notice, ...scopesOfPane(state)] : scopesOfPane(state);
}

/** Returns the scope of the action of the visible notice; undefined if it has none. */
export function noticeScope({ journal: { notice } }: State): 'notice' | 'notice-input' | undefined {
	if (notice?.profile !== undefined) return 'notice';
	return notice?.requiredInput === undefined ? undefined : 'notice-input';
}

function scopesOfPane(state: State): readonly Scope[] {
	const { id, details, section } = currentPane(state);
	if (section) return [section.id, id, 'panes', 'everywhere'];
	if (!details) return [id, 'panes', 'everywhere'];
	if (!details.hasFocus(state)) return [id, 'tabs', 'panes', 'everywhere'];
	// The commands of the list work on the row of the details too.
	return [`tab-${details.current(state).id}`, 'tabs', id, 'panes', 'everywhere'];
}

/** A command, and its keys that no nearer scope uses. */
export interface Reachable {
	readonly command: Command;
	readonly keys: readonly string[];
}

/** Cached results. */
const found = new WeakMap<readonly Command[], readonly Reachable[]>();

/** Returns active commands, the nearest scope first, with the keys that are left to each. */
export function withWorkingKeys(active: readonly Command[]): readonly Reachable[] {
	const known = found.get(active);
	if (known) return known;
	const taken = new Set<string>();
	const reachable = active.map((command) => {
		const keys = command.keys.filter((key) => !taken.has(key));
		for (const key of keys) taken.add(key);
		return { command, keys };
	});
	found.set(active, reachable);
	return reachable;
}
