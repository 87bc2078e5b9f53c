/** Arguments of workflows, which run with mock responses. */
export default {
  orderForAll: {
    book: "book",
    members: 1,
    name: "name",
    email: "ann@example.com",
  },
};
