import { render } from 'ink-testing-library';
import TextInput from 'ink-text-input';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';

const tick = () => new Promise((resolve) => setTimeout(resolve, 20));

function Form() {
	const [value, setValue] = useState('');
	return <TextInput value={value} onChange={setValue} showCursor={false} />;
}

/** Returns the text of an ink-text-input after these reads of the terminal, which follow each other without a pause. */
async function typed(...reads: readonly string[]): Promise<string | undefined> {
	const { stdin, lastFrame, unmount } = render(<Form />);
	onTestFinished(unmount);
	await tick();
	for (const read of reads) stdin.write(read);
	await tick();
	return lastFrame();
}

/** The reason why dialogs have a text field of their own. Use the library when this test fails. */
test('ink-text-input loses all but the last of several keys that arrive before it is drawn', async () => {
	expect(await typed('h', 'e', 'l', 'l', 'o')).toBe('o');
});

test('ink-text-input types a backspace within a read as text', async () => {
	expect(await typed('ab\u007fc')).not.toBe('ac');
});
