import { expect, test } from 'vitest';
import { initialState, type State } from '../../source/state/core/state.ts';
import { queriesOf } from '../../source/tui/shell/queries.ts';

const state = initialState('http://127.0.0.1:1', 'a test', 0);
const asks = (changed: State) =>
	queriesOf(changed).find(({ name }) => name === 'downloads')?.request.query?.get_availability === true;

test('availability is requested only while a column, a sort or a filter uses it', () => {
	expect(asks(state)).toBe(false);
	const { downloads, view, details } = state;
	expect(
		asks({ ...state, downloads: { ...downloads, sort: { column: 'availability', descending: true } } }),
	).toBe(true);
	expect(asks({ ...state, downloads: { ...downloads, filter: 'availability<1' } })).toBe(true);
	const columns = { narrow: undefined, wide: [{ id: 'name' }, { id: 'availability' }] };
	expect(asks({ ...state, view: { ...view, columns } })).toBe(true);
	expect(asks({ ...state, details: { ...details, shown: 'split' } })).toBe(true);
	expect(asks({ ...state, pane: 'events', details: { ...details, shown: 'split' } })).toBe(false);
});
