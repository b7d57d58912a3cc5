import { createContext, useContext, useEffect, useReducer, useRef } from 'react';

/** Time that a key must stay the same, ms. 0: changes are shown at once. */
export const RestTimeContext = createContext(0);

/**
 * Returns the value of the last time at which its key had rested. So a moving cursor draws its details once, when it
 * stops. `isAtOnce`: whether every change is shown at once.
 */
export function useRested<Value>(value: Value, key: string | undefined, isAtOnce: boolean): Value {
	const time = useContext(RestTimeContext);
	const [, redraw] = useReducer((count: number) => count + 1, 0);
	const shown = useRef({ value, key });
	const newest = useRef({ value, key });
	newest.current = { value, key };
	const { key: shownKey } = shown.current;
	if (isAtOnce || time === 0 || shownKey === key || shownKey === undefined) shown.current = { value, key };
	const isWaiting = shown.current.key !== key;
	// biome-ignore lint/correctness/useExhaustiveDependencies: another key begins another rest
	useEffect(() => {
		if (!isWaiting) return;
		const timer = setTimeout(() => {
			shown.current = newest.current;
			redraw();
		}, time);
		return () => clearTimeout(timer);
	}, [key, isWaiting, time]);
	return shown.current.value;
}
