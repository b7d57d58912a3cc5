import { expect, test } from 'vitest';
import { initialDetails } from '../../source/state/details/details.ts';
import type { DetailsMessage } from '../../source/state/details/message.ts';
import { updateDetails } from '../../source/state/details/update.ts';

const after = (...messages: DetailsMessage[]) => messages.reduce(updateDetails, initialDetails).shown;
const room = (hasRoom: boolean, wanted?: 'shown' | 'hidden'): DetailsMessage => ({
	type: 'room',
	hasRoom,
	wanted,
});
const show = (shown: 'not' | 'split' | 'full', focused = false): DetailsMessage => ({
	type: 'show',
	shown,
	focused,
});

test('details follow the room of the screen until the user opens or closes them', () => {
	expect(after(room(true))).toBe('split');
	expect(after(room(true), room(false))).toBe('not');
	expect(after(room(true), show('not'), room(true))).toBe('not');
	expect(after(room(false), show('split'), room(false))).toBe('split');
});

test('details that only got the focus, or the whole window, still follow the room', () => {
	expect(after(room(true), show('split', true), show('split'), room(false))).toBe('not');
	expect(after(room(true), show('full'), show('split'), room(false))).toBe('not');
	expect(after(room(true), show('split', true), room(false))).toBe('split');
});

test('the choice of an earlier start takes precedence over the room', () => {
	expect(after(room(true, 'hidden'))).toBe('not');
	expect(after(room(false, 'shown'))).toBe('split');
});
