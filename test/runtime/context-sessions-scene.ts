import { openSession } from '../../source/runtime/session.ts';
import { noContexts } from '../../source/state/contexts/contexts.ts';
import { initialState } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { queriesOf } from '../../source/tui/shell/queries.ts';
import { update } from '../../source/tui/shell/update.ts';
import type { HeldService } from '../programs/held-service.ts';

export const contextOf = (name: string, { url }: HeldService) => {
	const state = { ...initialState(url, 'the test', Date.now()), contexts: { ...noContexts, current: name } };
	const store = createStore(state, update);
	return {
		name,
		store,
		open: (isShown: boolean) => openSession({ url, isShown }, store, queriesOf),
	};
};
