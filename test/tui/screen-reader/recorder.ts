import type { SpeechOutput } from '../../../source/tui/screen-reader/speech-output.ts';

/** Records announcements as they would appear on a terminal. */
export class Recorder implements SpeechOutput {
	#text = '';
	#isOpen = false;

	say(text: string): void {
		this.#text += `${this.#isOpen ? '\n' : ''}${text}\n`;
		this.#isOpen = false;
	}

	echo(text: string): void {
		this.#text += text;
		this.#isOpen = true;
	}

	open(text: string): void {
		this.#text += `${this.#isOpen ? '\n' : ''}${text}`;
		this.#isOpen = true;
	}

	/** Returns the lines since the last call. An open one is the last. */
	take(): string[] {
		const lines = this.#text.split('\n');
		this.#text = '';
		return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
	}
}
