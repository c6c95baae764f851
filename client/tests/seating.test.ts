import { expect, it } from "vitest";
import { mostSeats, seatsWith } from "../src/lib/seating";

const plain = { name: "weather", default: true, seats: {} };
const dual = { name: "dual", default: false, seats: { false: 2, true: 3 } };
const title = { seats: 2, switches: [plain, dual] };

it("adds a chair while the option that needs it is chosen", () => {
  expect(seatsWith(title, {})).toBe(2);
  expect(seatsWith(title, { weather: true, dual: true })).toBe(3);
  expect(seatsWith(title, { weather: true, dual: false })).toBe(2);
});

it("adds none where the scenario bars the option", () => {
  expect(seatsWith(title, { dual: true }, ["dual"])).toBe(2);
  expect(seatsWith(title, { dual: true }, ["weather"])).toBe(3);
});

it("leaves the seats of a title alone whose options do not decide them", () => {
  expect(seatsWith({ seats: 1, switches: [plain] }, { weather: true })).toBe(1);
  expect(mostSeats({ seats: 1, switches: [plain] })).toBe(1);
});

it("keeps as many chairs ready as any option gives", () => {
  expect(mostSeats(title)).toBe(3);
});
