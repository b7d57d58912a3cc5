import type { Store } from '../../state/core/store.ts';
import { hasRoomForDetails } from '../components/layout.ts';

/** Opens or closes the details by the size of the screen, unless the user did. */
export function openDetails(store: Store, rows: number): void {
	const { details, view } = store.get();
	if (!details.isAuto) return;
	const what = { type: 'room', hasRoom: hasRoomForDetails(rows), wanted: view.details } as const;
	store.dispatch({ type: 'details', what });
}
