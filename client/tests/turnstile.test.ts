import { expect, it } from "vitest";
import { Turnstile } from "../src/lib/turnstile";

const rest = () => new Promise((go) => setTimeout(go));

it("lets so many go on at a time, the others in the order in which they came, also after one that failed", async () => {
  const gate = new Turnstile(2);
  const begun: string[] = [];
  const ends = new Map<string, { resolve: (name: string) => void; reject: (why: Error) => void }>();
  const work = (name: string) =>
    gate.next(
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push(name);
          ends.set(name, { resolve, reject });
        }),
    );
  const [a, b, c, d] = ["a", "b", "c", "d"].map(work);
  expect(begun).toEqual(["a", "b"]);
  ends.get("b")?.resolve("b");
  await rest();
  expect(begun).toEqual(["a", "b", "c"]);
  ends.get("a")?.reject(new Error("refused"));
  await expect(a).rejects.toThrow("refused");
  await rest();
  expect(begun).toEqual(["a", "b", "c", "d"]);
  ends.get("c")?.resolve("c");
  ends.get("d")?.resolve("d");
  expect(await Promise.all([b, c, d])).toEqual(["b", "c", "d"]);
  void work("e");
  expect(begun).toContain("e");
});
