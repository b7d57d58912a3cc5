/** Bytes sent within the quiet time that need no question: a key's frame, or what changes by itself in a second. */
const few = 600;
/** What was sent this long ago without a question is taken for shown, in milliseconds. */
const quietTime = 250;
/** After this time without an answer nothing is waited for, in milliseconds. */
const patience = 1000;
/** So many questions in a row without an answer, and none is asked any more. */
const lastQuestion = 3;
/** Bytes that may be unproven at most. */
const widest = 65_536;
/** An answer is slow when it takes this much longer (in milliseconds, or as a part) than one on a free line. */
const slack = 15;
const slackPart = 1 / 5;
/** How long a slow answer forbids to send more at a time, in milliseconds; on lines of long delay some answers long. */
const growthPause = 5000;
const longDelay = 100;
/** Bytes of a frame whose own way takes little of the time of its answer. */
const small = 2000;
/** Answers on a free line that are remembered: the line may have become another one. */
const freeAnswers = 8;

interface Sent {
	readonly at: number;
	readonly bytes: number;
	readonly asked: boolean;
	/** Bytes unproven when it was sent, its own included. */
	readonly inFlight: number;
}

/**
 * Decides how much may be on its way to the screen. That the kernel took a frame says nothing: behind it are its
 * own buffer and those of a network, where frames would queue for seconds while newer ones wait for their turn.
 *
 * When frames follow one another, each carries a question behind it that every terminal answers when it gets there
 * ('are you well?'). The next one is sent when that is answered; or earlier, while fewer bytes than a window are
 * unproven. The window grows while answers come as quickly as on a free line, and shrinks down to one frame when
 * they do not: so a line of little delay never queues, and one of long delay still flows.
 *
 * Nothing is waited for before the terminal has answered for the first time, nor for longer than a second.
 */
export class LinePace {
	/** What is unproven, oldest first. */
	#sent: Sent[] = [];
	/** What was sent within the quiet time. */
	#recent: Sent[] = [];
	/** How long the last answers on a free line took. */
	#free: number[] = [];
	#window = 0;
	#answers = false;
	#silent = false;
	#unanswered = 0;
	/** A frame had to wait since the window grew; since the last frame. */
	#heldBack = false;
	#waited = false;
	#shrunkAt = Number.NEGATIVE_INFINITY;
	#grownAt = Number.NEGATIVE_INFINITY;
	#growAfter = Number.NEGATIVE_INFINITY;

	/** How long the next frame has to wait at most (an answer may come before), in milliseconds; times are too. */
	wait(now: number): number {
		this.#forgetOld(now);
		const question = this.#sent.find(({ asked }) => asked);
		if (!question || !this.#answers || this.#unproven() < this.#window) return 0;
		this.#heldBack = this.#waited = true;
		return question.at + patience - now;
	}

	/** A frame of so many bytes is sent; gives whether a question has to follow it. */
	send(bytes: number, now: number): boolean {
		this.#forgetOld(now);
		const recent = this.#recent.reduce((sum, frame) => sum + frame.bytes, bytes);
		const asked = !this.#silent && (recent > few || this.#waited);
		this.#waited = false;
		this.#enter(bytes, asked, now);
		return asked;
	}

	/** The question was asked without a frame. */
	asked(now: number): void {
		this.#forgetOld(now);
		this.#enter(0, true, now);
	}

	/** The terminal answered. */
	answered(now: number): void {
		this.#answers = true;
		this.#silent = false;
		this.#unanswered = 0;
		const index = this.#sent.findIndex(({ asked }) => asked);
		const frame = this.#sent[index];
		// An answer that was given up.
		if (!frame) return;
		this.#sent.splice(0, index + 1);
		const time = now - frame.at;
		const alone = frame.inFlight === frame.bytes;
		if (alone && frame.bytes > 0 && frame.bytes <= small)
			this.#free = [...this.#free, time].slice(-freeAnswers);
		if (this.#free.length > 0) this.#adapt(frame, time, now);
	}

	/** Questions whose answers may still come. */
	unanswered(now: number): number {
		return this.#sent.filter(({ asked, at }) => asked && now - at < patience).length;
	}

	/** What is on its way counts no more: the terminal was given to somebody else. */
	reset(): void {
		this.#sent = [];
		this.#recent = [];
	}

	#enter(bytes: number, asked: boolean, at: number): void {
		const frame = { at, bytes, asked, inFlight: this.#unproven() + bytes };
		this.#sent.push(frame);
		this.#recent.push(frame);
	}

	#adapt(frame: Sent, time: number, now: number): void {
		const quickest = Math.min(...this.#free);
		// Answers to what was sent before the window changed say nothing about the new one.
		if (time > quickest + Math.max(slack, quickest * slackPart)) {
			this.#growAfter = now + (quickest > longDelay ? 4 * quickest : growthPause);
			if (frame.at < this.#shrunkAt) return;
			this.#window = Math.floor(this.#window / 2);
			this.#shrunkAt = now;
		} else if (this.#heldBack && now >= this.#growAfter) {
			// Nor do those to what did not use it.
			if (frame.at < this.#grownAt || frame.inFlight <= this.#window / 2) return;
			this.#window = Math.min(widest, 2 * Math.max(this.#window, frame.inFlight));
			this.#heldBack = false;
			this.#grownAt = now;
		}
	}

	#unproven(): number {
		return this.#sent.reduce((sum, { bytes }) => sum + bytes, 0);
	}

	#forgetOld(now: number): void {
		this.#recent = this.#recent.filter(({ at }) => now - at < quietTime);
		const question = this.#sent.find(({ asked }) => asked);
		if (question && now - question.at >= patience) {
			this.#unanswered++;
			if (!this.#answers || this.#unanswered >= lastQuestion) this.#silent = true;
			this.#answers &&= !this.#silent;
			this.#sent = [];
		}
		while (this.#sent[0] && !this.#sent[0].asked && now - this.#sent[0].at >= quietTime) this.#sent.shift();
	}
}
