import type { State } from '../../state/core/state.ts';
import type { Scope } from '../commands/command.ts';
import { paneCommands } from '../commands/pane-commands.ts';
import { showKey } from '../commands/show-key.ts';

/** Returns where commands of another scope work, and how to get there: 'in files: f leads there'. */
export function howToReach(scope: Scope, { pane }: State): string {
	const ofDownloads = scope === 'tabs' || scope.startsWith('tab-') || scope === 'downloads';
	const place = ofDownloads && pane !== 'downloads' ? 'downloads' : scope.replace('tab-', '');
	const leading =
		place !== 'downloads' && scope.startsWith('tab-')
			? scope
			: pane === 'downloads' && ofDownloads
				? 'details-leave'
				: `pane-${place}`;
	const key = paneCommands.find(({ id }) => id === leading)?.keys[0] ?? '';
	return `in ${leading === 'details-leave' ? 'the list' : place}: ${showKey(key)} leads there`;
}
