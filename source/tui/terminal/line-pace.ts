/** Bytes that need no query: the frame of a key, or the changes of an idle second. More on a line that is quick. */
const MIN_QUIET_BYTES = 600;
const MAX_QUIET_BYTES = 2000;
const QUIET_BYTES_MS = 60;
/** Age at which frames without a query count as shown, ms. */
const QUIET_TIME_MS = 250;
/** Timeout of a reply, ms. After it, frames wait for nothing. */
const REPLY_TIMEOUT_MS = 1000;
/** Queries in a row without a reply after which none is sent. */
const MAX_UNANSWERED = 3;
/** Maximum of unconfirmed bytes. */
const MAX_WINDOW_BYTES = 65_536;
/** A reply is slow when it takes this much longer (ms, or a fraction) than one on an idle line. */
const SLACK_MS = 15;
const SLACK_FRACTION = 1 / 5;
/** Time after a slow reply in which the window does not grow, ms. On high-latency lines it is four round trips. */
const GROWTH_PAUSE_MS = 5000;
const LONG_DELAY_MS = 100;
/** Bytes of a frame whose transmission is a small part of its reply time. */
const MAX_SMALL_FRAME_BYTES = 2000;
/** Number of reply times on an idle line that are kept. Older ones are dropped because the line may have changed. */
const MAX_IDLE_REPLIES = 8;

interface Sent {
	readonly at: number;
	readonly bytes: number;
	readonly asked: boolean;
	/** Unconfirmed bytes when it was sent, its own included. */
	readonly inFlight: number;
}

/**
 * Limits the bytes in flight to the screen. A write that the kernel accepted proves nothing: its buffer and those of a
 * network follow. Frames would queue there for seconds while newer ones wait.
 *
 * When frames follow one another, each ends with a query that every terminal replies to (device status). The next frame
 * is sent after the reply, or earlier while fewer bytes than a window are unconfirmed. The window grows while replies
 * are as quick as on an idle line. It shrinks to one frame when they are not. So low-latency lines never queue, and
 * high-latency lines still flow.
 *
 * Frames do not wait before the terminal's first reply, nor for longer than a second.
 */
export class LinePace {
	/** Unconfirmed frames, oldest first. */
	#sent: Sent[] = [];
	#quietBytes = MIN_QUIET_BYTES;
	/** Bytes sent since the last query or pause, and time of the last frame. */
	#unasked = 0;
	#sentAt = Number.NEGATIVE_INFINITY;
	/** Latest reply times on an idle line, ms. */
	#free: number[] = [];
	#window = 0;
	#answers = false;
	#silent = false;
	#unanswered = 0;
	/** Whether a frame had to wait since the window grew, and since the last frame. */
	#heldBack = false;
	#waited = false;
	#shrunkAt = Number.NEGATIVE_INFINITY;
	#grownAt = Number.NEGATIVE_INFINITY;
	#growAfter = Number.NEGATIVE_INFINITY;

	/**
	 * Returns how long the next frame has to wait at most, ms. A reply may end the wait earlier. `now` is in ms too.
	 */
	wait(now: number): number {
		this.#forgetOld(now);
		const question = this.#sent.find(({ asked }) => asked);
		if (!question || !this.#answers || this.#unproven() < this.#window) return 0;
		this.#heldBack = this.#waited = true;
		return question.at + REPLY_TIMEOUT_MS - now;
	}

	/** Records a frame of this size; returns whether a query must follow it. */
	send(bytes: number, now: number): boolean {
		this.#forgetOld(now);
		this.#unasked = bytes + (now - this.#sentAt < QUIET_TIME_MS ? this.#unasked : 0);
		const most = Math.max(this.#unasked, this.#unproven() + bytes);
		const asked = !this.#silent && (most > this.#quietBytes || this.#waited);
		if (asked) this.#unasked = 0;
		this.#sentAt = now;
		this.#waited = false;
		this.#enter(bytes, asked, now);
		return asked;
	}

	/** Records a query without a frame. */
	asked(now: number): void {
		this.#forgetOld(now);
		this.#enter(0, true, now);
	}

	/** Records the terminal's reply. */
	answered(now: number): void {
		this.#answers = true;
		this.#silent = false;
		this.#unanswered = 0;
		const index = this.#sent.findIndex(({ asked }) => asked);
		const frame = this.#sent[index];
		// The reply came after its timeout.
		if (!frame) return;
		this.#sent.splice(0, index + 1);
		const time = now - frame.at;
		const carried = (QUIET_BYTES_MS * frame.inFlight) / Math.max(1, time);
		this.#quietBytes = Math.max(MIN_QUIET_BYTES, Math.min(MAX_QUIET_BYTES, carried));
		const alone = frame.inFlight === frame.bytes;
		if (alone && frame.bytes > 0 && frame.bytes <= MAX_SMALL_FRAME_BYTES)
			this.#free = [...this.#free, time].slice(-MAX_IDLE_REPLIES);
		if (this.#free.length > 0) this.#adapt(frame, time, now);
	}

	/** Returns the number of queries that may still get a reply. */
	unanswered(now: number): number {
		return this.#sent.filter(({ asked, at }) => asked && now - at < REPLY_TIMEOUT_MS).length;
	}

	/** Discards the bytes in flight, because another program got the terminal. */
	reset(): void {
		this.#sent = [];
	}

	#enter(bytes: number, asked: boolean, at: number): void {
		const frame = { at, bytes, asked, inFlight: this.#unproven() + bytes };
		this.#sent.push(frame);
	}

	#adapt(frame: Sent, time: number, now: number): void {
		const quickest = Math.min(...this.#free);
		// Replies to frames sent before the window changed do not measure the new one.
		if (time > quickest + Math.max(SLACK_MS, quickest * SLACK_FRACTION)) {
			this.#growAfter = now + (quickest > LONG_DELAY_MS ? 4 * quickest : GROWTH_PAUSE_MS);
			if (frame.at < this.#shrunkAt) return;
			this.#window = Math.floor(this.#window / 2);
			this.#shrunkAt = now;
		} else if (this.#heldBack && now >= this.#growAfter) {
			// Neither do replies to frames that did not use it.
			if (frame.at < this.#grownAt || frame.inFlight <= this.#window / 2) return;
			this.#window = Math.min(MAX_WINDOW_BYTES, 2 * Math.max(this.#window, frame.inFlight));
			this.#heldBack = false;
			this.#grownAt = now;
		}
	}

	#unproven(): number {
		return this.#sent.reduce((sum, { bytes }) => sum + bytes, 0);
	}

	#forgetOld(now: number): void {
		const question = this.#sent.find(({ asked }) => asked);
		if (question && now - question.at >= REPLY_TIMEOUT_MS) {
			this.#unanswered++;
			if (!this.#answers || this.#unanswered >= MAX_UNANSWERED) this.#silent = true;
			this.#answers &&= !this.#silent;
			this.#sent = [];
		}
		while (this.#sent[0] && !this.#sent[0].asked && now - this.#sent[0].at >= QUIET_TIME_MS)
			this.#sent.shift();
	}
}
