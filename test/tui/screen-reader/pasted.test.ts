import { expect, test } from 'vitest';
import { findPastes } from '../../../source/tui/screen-reader/pasted.ts';
import { InputDecoder } from '../../../source/tui/terminal/input/decoder.ts';
import type { InputEvent } from '../../../source/tui/terminal/input/events.ts';

function read(bytes: string): readonly InputEvent[] {
	const events: InputEvent[] = [];
	const decoder = new InputDecoder((event) => events.push(event));
	decoder.write(bytes);
	decoder.reset();
	return findPastes(events);
}

test('a link that arrives in one read is a paste, with its line breaks', () => {
	const link = 'magnet:?xt=urn:btih:d2474e86c95b19b8bcfdb92bc12c9d44667cfa36&dn=数据';
	expect(read(link)).toEqual([{ type: 'paste', text: link }]);
	expect(read(`${link}\r${link}\r`)).toEqual([{ type: 'paste', text: `${link}\n${link}\n` }]);
});

test('keys are no paste: a held key, type-ahead, keys around a paste', () => {
	expect(read('j'.repeat(50))).toHaveLength(50);
	expect(read('jk'.repeat(50))).toHaveLength(100);
	expect(read('a/tmp/x.torrent\r')).toHaveLength(16);
	const text = 'a quick brown fox jumps over it';
	expect(read(`\u001b[A${text}\u0003j`)).toEqual([
		expect.objectContaining({ name: 'up' }),
		{ type: 'paste', text },
		expect.objectContaining({ name: 'c', ctrl: true }),
		expect.objectContaining({ name: 'j' }),
	]);
});
